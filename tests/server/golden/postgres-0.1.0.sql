-- What version 0.1.0 made in an empty database of PostgreSQL.
CREATE TABLE IF NOT EXISTS parlour_schema (version int NOT NULL);
INSERT INTO parlour_schema SELECT 1 WHERE NOT EXISTS (SELECT FROM parlour_schema);
CREATE TABLE IF NOT EXISTS parlour_tables (id text PRIMARY KEY, setup bytea NOT NULL, sum bigint NOT NULL);
CREATE TABLE IF NOT EXISTS parlour_events (
    tab text NOT NULL, seq int NOT NULL, body bytea NOT NULL, sum bigint NOT NULL, key text,
    PRIMARY KEY (tab, seq)
);
CREATE UNIQUE INDEX IF NOT EXISTS parlour_commands ON parlour_events (tab, key) WHERE key IS NOT NULL;
CREATE OR REPLACE FUNCTION parlour_create(text, bytea, bigint) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO parlour_tables VALUES ($1, $2, $3);
    RETURN true;
EXCEPTION WHEN unique_violation THEN RETURN false;
END $$;
CREATE OR REPLACE FUNCTION parlour_append(text, int, bytea[], bigint[], text[]) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT coalesce(max(seq), 0) FROM parlour_events WHERE tab = $1) <> $2 THEN
        RETURN false;
    END IF;
    INSERT INTO parlour_events
        SELECT $1, $2 + i, $3[i], $4[i], $5[i] FROM generate_subscripts($3, 1) AS i;
    PERFORM pg_notify('parlour_events', $1 || ':' || $2 + cardinality($3));
    RETURN true;
EXCEPTION WHEN unique_violation THEN RETURN false;
END $$;
