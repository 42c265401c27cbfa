"""SCARAB: a priest walks rows and columns and takes what it lands on."""
