-- Creates the queue's database and its roles. Run as a superuser, with passwords in the environment:
--
--     WORKER_PASSWORD=... SCALER_PASSWORD=... psql --file deploy/postgres.sql
\set ON_ERROR_STOP on
\getenv worker_password WORKER_PASSWORD
\getenv scaler_password SCALER_PASSWORD

-- A separate database, which long transactions in other databases of the server do not slow down.
CREATE ROLE vtranscode LOGIN PASSWORD :'worker_password';
CREATE ROLE vtranscode_scaler LOGIN PASSWORD :'scaler_password' CONNECTION LIMIT 5;
CREATE DATABASE queue TEMPLATE template0 ENCODING 'UTF8';
REVOKE ALL ON DATABASE queue FROM PUBLIC;
GRANT CONNECT ON DATABASE queue TO vtranscode, vtranscode_scaler;

\connect queue
REVOKE ALL ON SCHEMA public FROM PUBLIC;
-- Workers and submitters own this schema, since each of them migrates its tables, and own nothing else.
CREATE SCHEMA vtranscode AUTHORIZATION vtranscode;
-- The scaler may count tasks. It may not read jobs, which contain paths of uploads and URLs of webhooks.
GRANT USAGE ON SCHEMA vtranscode TO vtranscode_scaler;

-- Once, after the first worker or `vtranscode queue stats` has created the tables:
--
--     GRANT SELECT (id, state, worker) ON vtranscode.task TO vtranscode_scaler;
