"""The eras (see era.py): importing this package makes all of them known."""

from fitl.eras import base as base
from fitl.eras import fall_of_saigon as fall_of_saigon
from fitl.eras import sovereign_of_discord as sovereign_of_discord
