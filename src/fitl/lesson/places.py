"""Spaces with long ids, by the names the tutorial uses."""

from typing import Final

QUANG_TRI: Final = "quang_tri_thua_thien"
QUANG_TIN: Final = "quang_tin_quang_ngai"
QUANG_DUC: Final = "quang_duc_long_khanh"
BINH_TUY: Final = "binh_tuy_binh_thuan"
PLEIKU: Final = "pleiku_darlac"
KIEN_GIANG: Final = "kien_giang_an_xuyen"
PARROTS_BEAK: Final = "the_parrots_beak"
