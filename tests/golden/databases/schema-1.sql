BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE chat (
	id INTEGER NOT NULL,
	game VARCHAR(32) NOT NULL,
	at FLOAT NOT NULL,
	who TEXT NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "chat" VALUES(1,'7b41a9270c4d1b03',1.7e+09,'US + ARVN','We meet again after the change.');
CREATE TABLE games (
	id VARCHAR(32) NOT NULL,
	name TEXT NOT NULL,
	scenario VARCHAR(64) NOT NULL,
	created FLOAT NOT NULL,
	updated FLOAT NOT NULL,
	generation INTEGER NOT NULL,
	lines INTEGER NOT NULL,
	stamp INTEGER NOT NULL,
	summary TEXT NOT NULL,
	bot_asked BOOLEAN NOT NULL,
	proposal TEXT,
	webhook TEXT,
	lesson BOOLEAN NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('7b41a9270c4d1b03','Before the eras','short-1965',1.7e+09,1.7e+09,0,64,28,'{"over": false, "card": 104, "title": "Main Force Bns", "actor": "us", "seat": 0, "person": 0, "seats": [["us"], ["arvn"], ["nva"], ["vc"]], "number": 47}',0,NULL,NULL,0);
CREATE TABLE lines (
	game VARCHAR(32) NOT NULL,
	generation INTEGER NOT NULL,
	number INTEGER NOT NULL,
	line TEXT NOT NULL,
	PRIMARY KEY (game, generation, number),
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,0,'{"fitl_journal": 2, "rules": "0.1.0", "scenario": "short-1965", "options": {"non_players": ["nva", "vc"]}, "seed": 5, "manual_chance": false}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,1,'{"answers": "=53 =104"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,2,'{"card": 53, "title": "Sappers", "hash": "395209692eb6bd6d", "state": ".tA@9(VF3qgUYi=Dw66^fOc3FWh&vsmD8(A!W&;)A&>#hR1L*Wvn2$}2O-;-!Oij&9ERD@9OiYbUEo%V"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,3,'{"turn": "nva"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,4,'{"roll": "2"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,5,'{"reasons": "i$*v<uPjk74@<x#B^IZ`*pMKAxY&p&&zl+pZ2<r"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,6,'"event"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,7,'"shaded"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,8,'{"roll": "1"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,9,'{"roll": "2"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,10,'{"reasons": "L$U?C?+uL*zPG?)Zc%D(epxD#=M628d=KOpS|WQ3Lw`YLYBIWZh?tcj(0u>"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,11,'"us_base@binh_dinh"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,12,'{"reasons": "izaNJDKVy+!c7HwA{GD"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,13,'"arvn_base@quang_tri_thua_thien"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,14,'{"turn": "vc"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,15,'{"reasons": "i$;mVGSr|2r5;o-7@5SP$9qzKg<eT&QBi&oP%qF#00"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,16,'"op_activity"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,17,'"terror"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,18,'{"reasons": "Lp2d1qi2XWSU|=iQUg#|L4JV}(4trX"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,19,'"binh_dinh"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,20,'{"reasons": "BW#u>vRMd&peY9c"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,21,'"pleiku_darlac"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,22,'{"reasons": "BdFiV1gHuC"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,23,'"binh_tuy_binh_thuan"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,24,'{"reasons": "LsOMlp_iARmkRL>00"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,25,'"sa:subvert"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,26,'{"reasons": "LzOEoO)5(*D$z5-;~jLrB$p-u*&yEl00"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,27,'"binh_dinh"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,28,'{"reasons": "!)_LqWCK(S00"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,29,'"remove"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,30,'"1"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,31,'{"reasons": "BWy3&=>P"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,32,'"binh_tuy_binh_thuan"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,33,'{"reasons": "!)0VaP9jRIgB1e+"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,34,'"replace"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,35,'"done"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,36,'{"chance": "54"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,37,'{"card": 104, "title": "Main Force Bns", "hash": "77e4dc5407325735", "state": ".#g{u0fFKM+?_zC%6B6_^Uck{tE62P0iK7V-v9pANBn<m@nF}$Z7#Y3%Q>1cBluTIa{nT|P0gM|K26oUyoU#1S8!h8e+w)%Q2G~)#yoq|Qjq6*VQ_Owr^<!@@?wUPTPWU=fOn!BbjQ~0*po6(#jHxVwPmI}}sbSG14JpD2F0oQrG#S0%|9aWpJxk_d5yB;)3LJTdM2)X2hd_?PvH}"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,38,'{"turn": "us"}');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,39,'"op_only"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,40,'"patrol"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,41,'"loc_da_nang_qui_nhon"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,42,'"khanh_hoa"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,43,'"loc_saigon_an_loc_ban_me_thuot"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,44,'"kontum"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,45,'"3"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,46,'"hue"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,47,'"binh_tuy_binh_thuan"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,48,'"2"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,49,'"loc_hue_khe_sanh"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,50,'"binh_dinh"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,51,'"2"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,52,'"saigon"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,53,'"binh_dinh"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,54,'"2"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,55,'"loc_kontum_dak_to"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,56,'"saigon"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,57,'"1"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,58,'"loc_saigon_an_loc_ban_me_thuot"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,59,'"saigon"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,60,'"2"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,61,'"loc_can_tho_bac_lieu"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,62,'"da_nang"');
INSERT INTO "lines" VALUES('7b41a9270c4d1b03',0,63,'"3"');
CREATE TABLE links (
	token_hash VARCHAR(64) NOT NULL,
	game VARCHAR(32) NOT NULL,
	place INTEGER NOT NULL,
	role VARCHAR(16) NOT NULL,
	seats TEXT NOT NULL,
	name TEXT NOT NULL,
	PRIMARY KEY (token_hash),
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "links" VALUES('ac395a3e67eee7db2e80f5d46af486310303a116d7dff9e6433ccf7d02a7ec98','7b41a9270c4d1b03',0,'player','[0, 1]','');
INSERT INTO "links" VALUES('80ab283fa4f07718385c1ef040b8c141a5b3cf53256f148f006d83f5963f06b9','7b41a9270c4d1b03',1,'spectator','[]','');
CREATE INDEX ix_games_updated ON games (updated);
CREATE INDEX ix_games_bot_asked ON games (bot_asked);
CREATE INDEX ix_links_game ON links (game);
CREATE INDEX ix_chat_game ON chat (game);
COMMIT;
