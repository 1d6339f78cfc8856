import type pg from 'pg';
import type { Change } from './model.ts';

/** Installs triggers that record every changed row inside its transaction. */
export async function keepJournal(pool: pg.Pool) {
  await pool.query(`
    create table journal (
      seq bigint generated always as identity primary key,
      tx xid8 not null default pg_current_xact_id(),
      op text, changed text not null, id text not null, became text
    );
    create function note_status() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' or old.status is distinct from new.status then
        insert into journal (op, changed, id, became)
        values (current_setting('storm.op', true), tg_table_name, new.id::text, new.status::text);
      end if;
      return null;
    end $$;
    create function note_slot() returns trigger language plpgsql as $$
    begin
      insert into journal (op, changed, id, became) values (
        current_setting('storm.op', true), tg_table_name,
        coalesce(new.listing_id, old.listing_id) || ':' || coalesce(new.slot, old.slot), new.match_id::text);
      return null;
    end $$;
    create trigger note after insert or update on cases for each row execute function note_status();
    create trigger note after insert or update on interests for each row execute function note_status();
    create trigger note after insert or update on matches for each row execute function note_status();
    create trigger note after insert or delete on match_slots for each row execute function note_slot()`);
}

export type Entry = { op: string; changes: Change[] };

/**
 * The committed transactions, each after those it waited for: rows written after waiting for a lock have a
 * higher `seq` than all rows of the transaction that held the lock.
 */
export async function readJournal(pool: pg.Pool): Promise<Entry[]> {
  const { rows } = await pool.query(`
    select min(op) as op, json_agg(json_build_object('table', changed, 'id', id, 'to', became)) as changes
    from journal group by tx order by max(seq)`);
  return rows.map(({ op, changes }) => ({ op, changes }));
}
