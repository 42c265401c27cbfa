"""How processes of one house hear of each other: by nudges that carry a table and a ply, nothing else."""
