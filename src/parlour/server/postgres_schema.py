"""What the PostgreSQL database holds: its tables, the functions that write to them, and their versions."""

from __future__ import annotations

SCHEMA = 2
MAKING = 0x5041524C  # the advisory lock under which the tables are made
VERSION = "SELECT max(version) FROM parlour_schema"
TABLES = f"""
CREATE TABLE IF NOT EXISTS parlour_schema (version int NOT NULL);
CREATE TABLE IF NOT EXISTS parlour_tables (id text PRIMARY KEY, setup bytea NOT NULL, sum bigint NOT NULL);
CREATE TABLE IF NOT EXISTS parlour_events (
    tab text NOT NULL, seq int NOT NULL, body bytea NOT NULL, sum bigint NOT NULL, key text,
    PRIMARY KEY (tab, seq)
);
CREATE UNIQUE INDEX IF NOT EXISTS parlour_commands ON parlour_events (tab, key) WHERE key IS NOT NULL;
CREATE TABLE IF NOT EXISTS parlour_talk (
    tab text NOT NULL, n int NOT NULL, body bytea NOT NULL, sum bigint NOT NULL, PRIMARY KEY (tab, n)
);
CREATE TABLE IF NOT EXISTS parlour_uses (tab text PRIMARY KEY, at bigint NOT NULL, over boolean NOT NULL);
CREATE INDEX IF NOT EXISTS parlour_ages ON parlour_uses (over, at);
INSERT INTO parlour_uses SELECT id, extract(epoch FROM now())::bigint, false FROM parlour_tables
    WHERE NOT EXISTS (SELECT FROM parlour_schema WHERE version >= 2) ON CONFLICT DO NOTHING;
CREATE OR REPLACE FUNCTION parlour_speak(text, bytea, bigint, int) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE last int := (SELECT coalesce(max(n), 0) FROM parlour_talk WHERE tab = $1);
BEGIN
    INSERT INTO parlour_talk VALUES ($1, last + 1, $2, $3);
    DELETE FROM parlour_talk WHERE tab = $1 AND n <= last + 1 - $4;
    RETURN true;
EXCEPTION WHEN unique_violation THEN RETURN false;
END $$;
CREATE OR REPLACE FUNCTION parlour_create(text, bytea, bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO parlour_tables VALUES ($1, $2, $3);
    INSERT INTO parlour_uses VALUES ($1, extract(epoch FROM now())::bigint, false);
    RETURN true;
EXCEPTION WHEN unique_violation THEN RETURN false;
END $$;
DROP FUNCTION IF EXISTS parlour_append(text, int, bytea[], bigint[], text[]);
CREATE OR REPLACE FUNCTION parlour_store(text, int, bytea[], bigint[], text[]) RETURNS boolean
LANGUAGE plpgsql AS $$ -- true: stored; false: somebody else has; null: there is less than there was
DECLARE last int := (SELECT coalesce(max(seq), 0) FROM parlour_events WHERE tab = $1);
BEGIN
    IF last <> $2 THEN
        RETURN CASE WHEN last > $2 THEN false END;
    END IF;
    INSERT INTO parlour_events
        SELECT $1, $2 + i, $3[i], $4[i], $5[i] FROM generate_subscripts($3, 1) AS i;
    PERFORM pg_notify('parlour_events', $1 || ':' || $2 + cardinality($3));
    RETURN true;
EXCEPTION WHEN unique_violation THEN RETURN false;
END $$;
CREATE OR REPLACE FUNCTION parlour_delete(text[], bigint) RETURNS int LANGUAGE plpgsql AS $$
DECLARE gone text[];
BEGIN
    WITH old AS (DELETE FROM parlour_uses WHERE tab = ANY($1) AND at < $2 RETURNING tab)
        SELECT coalesce(array_agg(tab), array[]::text[]) FROM old INTO gone;
    DELETE FROM parlour_tables WHERE id = ANY(gone);
    DELETE FROM parlour_events WHERE tab = ANY(gone);
    DELETE FROM parlour_talk WHERE tab = ANY(gone);
    RETURN cardinality(gone);
END $$;
DELETE FROM parlour_schema;
INSERT INTO parlour_schema VALUES ({SCHEMA});
"""
CREATE = "SELECT parlour_create(%s, %s, %s)"
STORE = "SELECT parlour_store(%s, %s, %s, %s, %s)"
SPEAK = "SELECT parlour_speak(%s, %s, %s, %s)"
