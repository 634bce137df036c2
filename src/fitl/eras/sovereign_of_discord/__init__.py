"""*Sovereign of Discord*, 1961 to 1963, and the Fall of Diem that ends it: one file per rule that it adds."""

from fitl.eras.sovereign_of_discord.campaign import FALL_OF_DIEM as FALL_OF_DIEM
from fitl.eras.sovereign_of_discord.era import DIEMS_WAR as DIEMS_WAR
from fitl.eras.sovereign_of_discord.era import SOVEREIGN_OF_DISCORD as SOVEREIGN_OF_DISCORD
