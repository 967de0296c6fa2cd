-- +goose Up
-- Queries run under roles of their own (switchboard_reads_…), which may call the functions of this
-- schema and see nothing of core.
CREATE SCHEMA search;
GRANT USAGE ON SCHEMA search TO PUBLIC;

-- The order of texts: the Unicode Collation Algorithm's, as browsers sort. A PostgreSQL without
-- ICU orders by code points.
-- +goose StatementBegin
DO $do$
BEGIN
    IF EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu' AND collnamespace = 'pg_catalog'::regnamespace) THEN
        CREATE COLLATION search.words (provider = icu, locale = 'und');
    ELSE
        CREATE COLLATION search.words FROM pg_catalog."C";
    END IF;
END
$do$;
-- +goose StatementEnd

-- The key by which texts are searched, as storage/fold makes it: no case, no accents, one form of
-- each character (NFKD). Texts in ASCII, as most are, take the short way, which is written into
-- the statement; a strict function would not be.
-- +goose StatementBegin
DO $do$
DECLARE
    -- Small letters of all scripts, whatever the locale of the database.
    lowered text := CASE
        WHEN current_setting('server_version_num')::int >= 170000 THEN 'COLLATE pg_catalog.pg_c_utf8'
        WHEN (SELECT datctype IN ('C', 'POSIX') FROM pg_database WHERE datname = current_database())
            AND EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu' AND collnamespace = 'pg_catalog'::regnamespace)
            THEN 'COLLATE pg_catalog."und-x-icu"'
        ELSE ''
    END;
BEGIN
    EXECUTE format($make$
        CREATE FUNCTION search.fold_letters(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 20 AS $body$
        DECLARE
            key text;
        BEGIN
            key := regexp_replace(lower(normalize(given, NFKD) %s),
                '[\u0001\u00AD\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0640\u064B-\u065F\u0670\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+',
                '', 'g');
            IF octet_length(key) = char_length(key) THEN
                RETURN key;
            END IF;
            IF key ~ '[łøđðıħŧƀɨŋɓɗƙƴςßæœþ‘’ʼ“”‐–—−]' THEN
                key := translate(key, 'łøđðıħŧƀɨŋɓɗƙƴς‘’ʼ“”‐–—−', 'loddihtbinbdkyσ''''''""----');
                key := replace(replace(replace(replace(key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
            END IF;
            RETURN regexp_replace(key,
                '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u312F\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\U00020000-\U0003FFFF])',
                E'\x01\\1', 'g');
        END
        $body$
    $make$, lowered);
END
$do$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION search.fold(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN octet_length(given) = char_length(given) THEN lower(given COLLATE "C") COLLATE "C"
    ELSE search.fold_letters(given) COLLATE "C"
END;
-- +goose StatementEnd

-- +goose Down
DROP SCHEMA search CASCADE;
