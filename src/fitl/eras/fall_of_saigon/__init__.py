"""*Fall of Saigon*, 1973 to 1975, and the campaigns that lead to it: one file per rule that it adds."""

from fitl.eras.fall_of_saigon.era import AFTER_RETREAT as AFTER_RETREAT
from fitl.eras.fall_of_saigon.era import BLACK_APRIL as BLACK_APRIL
from fitl.eras.fall_of_saigon.era import EXTENDED as EXTENDED
from fitl.eras.fall_of_saigon.era import POST_PARIS as POST_PARIS
