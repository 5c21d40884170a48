-- The queue's database, and who may do what in it. As a superuser, with passwords in the environment:
--
--     WORKER_PASSWORD=... SCALER_PASSWORD=... psql --file deploy/postgres.sql
\set ON_ERROR_STOP on
\getenv worker_password WORKER_PASSWORD
\getenv scaler_password SCALER_PASSWORD

-- A database of its own: transactions that stay open in others of the same server do not slow it down.
CREATE ROLE vtranscode LOGIN PASSWORD :'worker_password';
CREATE ROLE vtranscode_scaler LOGIN PASSWORD :'scaler_password' CONNECTION LIMIT 5;
CREATE DATABASE queue TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE queue FROM PUBLIC;
GRANT CONNECT ON DATABASE queue TO vtranscode, vtranscode_scaler;

\connect queue
REVOKE ALL ON SCHEMA public FROM PUBLIC;
-- Workers and submitters own this schema, since each start brings its tables up to date, and nothing else.
CREATE SCHEMA vtranscode AUTHORIZATION vtranscode;
-- The scaler learns how many tasks there are. Jobs name uploads and webhooks: those it cannot read.
GRANT USAGE ON SCHEMA vtranscode TO vtranscode_scaler;

-- Once, when the first worker or `vtranscode queue stats` has made the tables:
--
--     GRANT SELECT (id, state, worker) ON vtranscode.task TO vtranscode_scaler;
