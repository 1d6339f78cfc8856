-- A photo of two pages side by side. Where the fold seems to be, as a share of the width; its owner decides whether to split it.
alter table eraser_files add column spread real check (spread between 0 and 1);
-- The part of the picture's width, from and to, that a page is taken from; null for all of it.
alter table eraser_pages add column part jsonb;
