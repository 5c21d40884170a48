-- A queue with schema version 7, written by a development version of vtranscode on PostgreSQL 15: a job in each state, named by its key.
CREATE TABLE delivery (
    id bigint NOT NULL,
    event bigint NOT NULL,
    job text NOT NULL,
    url text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due bigint,
    reason text,
    host text DEFAULT ''::text NOT NULL
);
ALTER TABLE delivery ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE event (
    id bigint NOT NULL,
    job text NOT NULL,
    kind text NOT NULL,
    "time" bigint NOT NULL,
    failure text,
    result text
);
ALTER TABLE event ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME event_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE job (
    id text NOT NULL,
    tenant text NOT NULL,
    key text NOT NULL,
    state smallint NOT NULL,
    hold smallint NOT NULL,
    priority integer NOT NULL,
    payload text NOT NULL,
    webhook text,
    cancelling smallint DEFAULT 0 NOT NULL,
    forgotten smallint DEFAULT 0 NOT NULL,
    pending integer NOT NULL,
    created bigint NOT NULL,
    due bigint NOT NULL,
    started bigint,
    finished bigint,
    progress double precision DEFAULT 0 NOT NULL,
    remaining double precision,
    note text,
    result text,
    failure text
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');
CREATE TABLE lane (
    priority integer NOT NULL,
    clock bigint NOT NULL,
    mark bigint NOT NULL,
    moved bigint NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');
CREATE TABLE need (
    needed bigint NOT NULL,
    task bigint NOT NULL
);
CREATE TABLE queue_schema (
    version bigint NOT NULL
);
CREATE TABLE reservation (
    job text NOT NULL,
    worker bigint NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE setting (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE share (
    tenant text NOT NULL,
    priority integer NOT NULL,
    finish bigint NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');
CREATE TABLE task (
    id bigint NOT NULL,
    job text NOT NULL,
    kind text NOT NULL,
    payload text NOT NULL,
    state smallint NOT NULL,
    priority integer NOT NULL,
    place bigint NOT NULL,
    cost double precision NOT NULL,
    needs integer NOT NULL,
    dependents integer NOT NULL,
    epoch bigint DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    losses integer DEFAULT 0 NOT NULL,
    due bigint,
    worker bigint,
    progress double precision DEFAULT 0 NOT NULL,
    publication text,
    result text,
    failure text,
    looks integer DEFAULT 0 NOT NULL,
    alone smallint DEFAULT 0 NOT NULL,
    crashes integer DEFAULT 0 NOT NULL,
    crashes_in_row integer DEFAULT 0 NOT NULL,
    artifacts integer DEFAULT 0 NOT NULL,
    avoids bigint
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');
ALTER TABLE task ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME task_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE tenant (
    name text NOT NULL,
    weight double precision NOT NULL,
    max_running integer,
    max_queued integer,
    running integer NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');
CREATE TABLE worker (
    id bigint NOT NULL,
    seen bigint NOT NULL
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');
ALTER TABLE worker ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME worker_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE worker_info (
    id bigint NOT NULL,
    info text NOT NULL
);
INSERT INTO delivery OVERRIDING SYSTEM VALUE VALUES (3, 5, '06h0f80mta23tyvy3d5w', 'https://hooks.example.org/vtranscode?token=abc', 0, 1795424261347, NULL, 'hooks.example.org');
INSERT INTO delivery OVERRIDING SYSTEM VALUE VALUES (6, 8, '06h0f80mwjkv4vvs6z0e', 'https://gone.example.org/', 0, 1795424261364, NULL, 'gone.example.org');
INSERT INTO delivery OVERRIDING SYSTEM VALUE VALUES (4, 6, '06h0f80mwjkv4vvs6z0e', 'https://gone.example.org/', 1, NULL, 'the receiver answered 410', 'gone.example.org');
INSERT INTO delivery OVERRIDING SYSTEM VALUE VALUES (5, 7, '06h0f80mwjkv4vvs6z0e', 'https://gone.example.org/', 1, NULL, 'the receiver answered 410', 'gone.example.org');
INSERT INTO delivery OVERRIDING SYSTEM VALUE VALUES (7, 15, '06h0f80n0m4gb0r5v2zj', 'https://hooks.example.org/vtranscode?token=abc', 0, 1795424261383, NULL, 'hooks.example.org');
INSERT INTO delivery OVERRIDING SYSTEM VALUE VALUES (8, 16, '06h0f80n0m4gb0r5v2zj', 'https://hooks.example.org/vtranscode?token=abc', 0, 1795424261384, NULL, 'hooks.example.org');
INSERT INTO delivery OVERRIDING SYSTEM VALUE VALUES (9, 30, '06h0f81cqcj0d167qf1y', 'https://hooks.example.org/vtranscode?token=abc', 0, 1795424267452, NULL, 'hooks.example.org');
INSERT INTO delivery OVERRIDING SYSTEM VALUE VALUES (10, 31, '06h0f81cqg6vwv75nbws', 'https://hooks.example.org/vtranscode?token=abc', 0, 1795424267453, NULL, 'hooks.example.org');
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (1, '06h0f80mnbeb7xyrjsfg', 'queued', 1795424261307, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (2, '06h0f80mnbeb7xyrjsfg', 'failed', 1795424261325, '{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}', NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (3, '06h0f80mta23tyvy3d5w', 'queued', 1795424261336, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (4, '06h0f80mta23tyvy3d5w', 'started', 1795424261339, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (5, '06h0f80mta23tyvy3d5w', 'published', 1795424261347, NULL, '{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/completed/manifest.json","name":"completed","output":"/srv/media/packages","path":"/srv/media/packages/completed","playlist":"/srv/media/packages/completed/master.m3u8","poster":"/srv/media/packages/completed/thumbnails/poster.jpg","warnings":[]}');
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (6, '06h0f80mwjkv4vvs6z0e', 'queued', 1795424261359, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (7, '06h0f80mwjkv4vvs6z0e', 'started', 1795424261361, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (8, '06h0f80mwjkv4vvs6z0e', 'failed', 1795424261364, '{"advice":"export it again","code":"DAMAGED","isPermanent":true,"message":"the upload cannot be decoded"}', NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (9, '06h0f80mzdzrbppvkjnf', 'queued', 1795424261373, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (10, '06h0f80mzdzrbppvkjnf', 'failed', 1795424261374, '{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}', NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (11, '06h0f80mzrmdv5kndsxa', 'queued', 1795424261375, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (12, '06h0f80mzrmdv5kndsxa', 'cancelled', 1795424261377, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (13, '06h0f80n054ws90skw7f', 'queued', 1795424261379, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (14, '06h0f80n054ws90skw7f', 'started', 1795424261380, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (15, '06h0f80n0m4gb0r5v2zj', 'queued', 1795424261383, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (16, '06h0f80n0m4gb0r5v2zj', 'started', 1795424261384, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (17, '06h0f80n245ksk6ewbbb', 'queued', 1795424261394, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (18, '06h0f80n245ksk6ewbbb', 'started', 1795424261395, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (19, '06h0f80n2ekmhywy767x', 'queued', 1795424261397, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (20, '06h0f80n2ekmhywy767x', 'started', 1795424261397, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (21, '06h0f80n2rm3sx3hgbsj', 'queued', 1795424261400, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (22, '06h0f80n2rm3sx3hgbsj', 'started', 1795424261401, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (23, '06h0f80n3759zjpd7q7n', 'queued', 1795424261402, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (24, '06h0f80n3759zjpd7q7n', 'started', 1795424261403, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (25, '06h0f810xsffrwccx3fq', 'queued', 1795424264431, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (26, '06h0f810xsffrwccx3fq', 'started', 1795424264432, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (27, '06h0f81cq0x37rtbyegm', 'queued', 1795424267449, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (28, '06h0f81cq6h27ny5tbry', 'queued', 1795424267450, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (29, '06h0f81cq6h27ny5tbry', 'started', 1795424267451, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (30, '06h0f81cqcj0d167qf1y', 'queued', 1795424267452, NULL, NULL);
INSERT INTO event OVERRIDING SYSTEM VALUE VALUES (31, '06h0f81cqg6vwv75nbws', 'queued', 1795424267453, NULL, NULL);
INSERT INTO job VALUES ('06h0f80mnbeb7xyrjsfg', 'default', 'pruned', 3, 0, 0, '{"name":"pruned","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/pruned.mp4"}', NULL, 0, 1, 1, 1795424261300, 1795424261300, NULL, 1795424261324, 0, NULL, NULL, NULL, '{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}');
INSERT INTO job VALUES ('06h0f80mwjkv4vvs6z0e', 'default', 'failed', 3, 0, 0, '{"name":"failed","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/failed.mp4"}', 'https://gone.example.org/', 0, 0, 1, 1795424261358, 1795424261358, 1795424261361, 1795424261363, 0.2, NULL, '{"cost":310.5,"duration":10,"name":"failed","poster":"/srv/media/packages/.vtranscode/jobs/failed/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}', NULL, '{"advice":"export it again","code":"DAMAGED","isPermanent":true,"message":"the upload cannot be decoded"}');
INSERT INTO job VALUES ('06h0f80mta23tyvy3d5w', 'default', 'completed', 2, 0, 0, '{"name":"completed","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/completed.mp4"}', 'https://hooks.example.org/vtranscode?token=abc', 0, 0, 0, 1795424261331, 1795424261331, 1795424261339, 1795424261347, 1, NULL, '{"cost":310.5,"duration":10,"name":"completed","poster":"/srv/media/packages/.vtranscode/jobs/completed/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}', '{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/completed/manifest.json","name":"completed","output":"/srv/media/packages","path":"/srv/media/packages/completed","playlist":"/srv/media/packages/completed/master.m3u8","poster":"/srv/media/packages/completed/thumbnails/poster.jpg","warnings":[]}', NULL);
INSERT INTO job VALUES ('06h0f80n054ws90skw7f', 'default', 'cancelling', 1, 0, 0, '{"name":"cancelling","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/cancelling.mp4"}', NULL, 1, 0, 1, 1795424261378, 1795424261378, 1795424261380, NULL, 0.1, NULL, NULL, NULL, NULL);
INSERT INTO job VALUES ('06h0f80mzdzrbppvkjnf', 'default', 'retryable', 3, 0, 0, '{"name":"retryable","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/retryable.mp4"}', NULL, 0, 0, 1, 1795424261371, 1795424261371, NULL, 1795424261374, 0, NULL, NULL, NULL, '{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}');
INSERT INTO job VALUES ('06h0f80mzrmdv5kndsxa', 'default', 'cancelled', 4, 0, 0, '{"name":"cancelled","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/cancelled.mp4"}', NULL, 1, 0, 1, 1795424261375, 1795424261375, NULL, 1795424261376, 0, NULL, NULL, NULL, NULL);
INSERT INTO job VALUES ('06h0f80n0m4gb0r5v2zj', 'default', 'long', 1, 0, 0, '{"name":"long","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/long.mp4"}', 'https://hooks.example.org/vtranscode?token=abc', 0, 0, 6, 1795424261382, 1795424261382, 1795424261384, NULL, 0.12766497461928933, NULL, '{"cost":310.5,"duration":10,"name":"long","poster":"/srv/media/packages/.vtranscode/jobs/long/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}', NULL, NULL);
INSERT INTO job VALUES ('06h0f80n245ksk6ewbbb', 'default', 'publishing', 1, 0, 0, '{"name":"publishing","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/publishing.mp4"}', NULL, 0, 0, 1, 1795424261394, 1795424261394, 1795424261395, NULL, 0.9, NULL, '{"cost":310.5,"duration":10,"name":"publishing","poster":"/srv/media/packages/.vtranscode/jobs/publishing/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}', NULL, NULL);
INSERT INTO job VALUES ('06h0f80n3759zjpd7q7n', 'default', 'quarantined', 1, 0, 5, '{"name":"quarantined","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/quarantined.mp4"}', NULL, 0, 0, 1, 1795424261401, 1795424261401, 1795424261403, NULL, 0.3, 9, '{"cost":310.5,"duration":10,"name":"quarantined","poster":"/srv/media/packages/.vtranscode/jobs/quarantined/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}', NULL, NULL);
INSERT INTO job VALUES ('06h0f80n2ekmhywy767x', 'default', 'publish-ready', 1, 0, 0, '{"name":"publish-ready","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/publish-ready.mp4"}', NULL, 0, 0, 1, 1795424261396, 1795424261396, 1795424261397, NULL, 0, NULL, '{"cost":310.5,"duration":10,"name":"publish-ready","poster":"/srv/media/packages/.vtranscode/jobs/publish-ready/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}', NULL, NULL);
INSERT INTO job VALUES ('06h0f80n2rm3sx3hgbsj', 'default', 'orphan-publication', 1, 0, 0, '{"name":"orphan-publication","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/orphan-publication.mp4"}', NULL, 0, 0, 1, 1795424261399, 1795424261399, 1795424261400, NULL, 0.9, NULL, '{"cost":310.5,"duration":10,"name":"orphan-publication","poster":"/srv/media/packages/.vtranscode/jobs/orphan-publication/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}', NULL, NULL);
INSERT INTO job VALUES ('06h0f810xsffrwccx3fq', 'default', 'alone', 1, 0, 9, '{"name":"alone","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/alone.mp4"}', NULL, 0, 0, 1, 1795424264430, 1795424264430, 1795424264432, NULL, 0.3, NULL, NULL, NULL, NULL);
INSERT INTO job VALUES ('06h0f81cq0x37rtbyegm', 'default', 'scheduled', 0, 1, 0, '{"name":"scheduled","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/scheduled.mp4"}', NULL, 0, 0, 1, 1795424267449, 1812704267449, NULL, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO job VALUES ('06h0f81cq6h27ny5tbry', 'limited', 'limited-running', 1, 0, 0, '{"name":"limited-running","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/limited-running.mp4"}', NULL, 0, 0, 1, 1795424267450, 1795424267450, 1795424267451, NULL, 0.1, 7, NULL, NULL, NULL);
INSERT INTO job VALUES ('06h0f81cqcj0d167qf1y', 'limited', 'held', 0, 2, 0, '{"name":"held","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/held.mp4"}', 'https://hooks.example.org/vtranscode?token=abc', 0, 0, 1, 1795424267452, 1795424267452, NULL, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO job VALUES ('06h0f81cqg6vwv75nbws', 'default', 'ready', 0, 0, 1, '{"name":"ready","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/ready.mp4"}', 'https://hooks.example.org/vtranscode?token=abc', 0, 0, 1, 1795424267453, 1795424267453, NULL, NULL, 0, NULL, NULL, NULL, NULL);
INSERT INTO lane VALUES (0, 0, 0, 0);
INSERT INTO lane VALUES (5, 0, 0, 0);
INSERT INTO lane VALUES (9, 0, 0, 0);
INSERT INTO lane VALUES (1, 0, 0, 0);
INSERT INTO need VALUES (11, 15);
INSERT INTO need VALUES (12, 15);
INSERT INTO need VALUES (14, 15);
INSERT INTO need VALUES (13, 15);
INSERT INTO need VALUES (11, 16);
INSERT INTO need VALUES (12, 16);
INSERT INTO need VALUES (14, 16);
INSERT INTO need VALUES (10, 16);
INSERT INTO need VALUES (15, 16);
INSERT INTO need VALUES (13, 16);
INSERT INTO queue_schema VALUES (7);
INSERT INTO reservation VALUES ('06h0f80n3759zjpd7q7n', 1, 1795424271056);
INSERT INTO share VALUES ('default', 5, 5000);
INSERT INTO share VALUES ('default', 9, 5000);
INSERT INTO share VALUES ('default', 0, 370302);
INSERT INTO share VALUES ('limited', 0, 5000);
INSERT INTO share VALUES ('default', 1, 5000);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (1, '06h0f80mnbeb7xyrjsfg', 'transcode', '', 6, 0, 0, 5, 0, 0, 1, 1, 0, 1795424261324, NULL, 0, NULL, NULL, '{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}', 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (2, '06h0f80mnbeb7xyrjsfg', 'cleanup', '', 1, 0, 5000, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (3, '06h0f80mta23tyvy3d5w', 'transcode', '', 5, 0, 5001, 5, 0, 0, 1, 0, 0, NULL, NULL, 1, NULL, '{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/completed/manifest.json","name":"completed","output":"/srv/media/packages","path":"/srv/media/packages/completed","playlist":"/srv/media/packages/completed/master.m3u8","poster":"/srv/media/packages/completed/thumbnails/poster.jpg","warnings":[]}', NULL, 0, 0, 0, 0, 1, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (10, '06h0f80n0m4gb0r5v2zj', 'sound', '{"cost":0.1,"name":"und","track":0}', 3, 0, 35002, 0.1, 0, 1, 1, 0, 0, NULL, 1, 0.4, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (4, '06h0f80mwjkv4vvs6z0e', 'transcode', '', 6, 0, 10001, 5, 0, 0, 1, 1, 0, 1795424261363, NULL, 0, NULL, NULL, '{"advice":"export it again","code":"DAMAGED","isPermanent":true,"message":"the upload cannot be decoded"}', 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (5, '06h0f80mwjkv4vvs6z0e', 'cleanup', '', 1, 0, 15001, 0, 0, 0, 0, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (6, '06h0f80mzdzrbppvkjnf', 'transcode', '', 6, 0, 15002, 5, 0, 0, 1, 1, 0, 1795424261374, NULL, 0, NULL, NULL, '{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}', 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (7, '06h0f80mzrmdv5kndsxa', 'transcode', '', 7, 0, 20002, 5, 0, 0, 0, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (8, '06h0f80n054ws90skw7f', 'transcode', '', 3, 0, 25002, 5, 0, 0, 1, 0, 0, NULL, 1, 0.1, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (9, '06h0f80n0m4gb0r5v2zj', 'transcode', '', 5, 0, 30002, 0, 0, 0, 1, 0, 0, NULL, NULL, 1, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (11, '06h0f80n0m4gb0r5v2zj', 'encode', '{"cost":100.5,"nodes":[0,2]}', 5, 0, 35102, 100.5, 0, 2, 1, 0, 0, NULL, NULL, 1, NULL, NULL, NULL, 0, 0, 0, 0, 2, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (14, '06h0f80n0m4gb0r5v2zj', 'encode', '{"cost":7.5,"nodes":[6,7]}', 1, 0, 336602, 7.5, 0, 2, 0, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (15, '06h0f80n0m4gb0r5v2zj', 'thumbnails', '', 0, 0, 344102, 3, 3, 1, 0, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (16, '06h0f80n0m4gb0r5v2zj', 'package', '', 0, 0, 347102, 3.1, 5, 0, 0, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (12, '06h0f80n0m4gb0r5v2zj', 'encode', '{"cost":100.5,"nodes":[2,4]}', 2, 0, 135602, 100.5, 0, 2, 1, 1, 0, 1795424291547, NULL, 0, NULL, NULL, '{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}', 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (13, '06h0f80n0m4gb0r5v2zj', 'encode', '{"cost":100.5,"nodes":[4,6]}', 2, 0, 236102, 100.5, 0, 2, 1, 1, 0, 1795424297940, NULL, 0, NULL, NULL, '{"advice":"look at the machine","code":"TASK_TIMEOUT","isPermanent":false,"message":"it made no progress for 120 s beyond its estimate"}', 0, 0, 0, 0, 0, 1);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (20, '06h0f80n2rm3sx3hgbsj', 'transcode', '', 4, 0, 360302, 5, 0, 0, 1, 0, 1, NULL, NULL, 0.9, '{"result":{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/orphan-publication/manifest.json","name":"orphan-publication","output":"/srv/media/packages","path":"/srv/media/packages/orphan-publication","playlist":"/srv/media/packages/orphan-publication/master.m3u8","poster":"/srv/media/packages/orphan-publication/thumbnails/poster.jpg","warnings":[]},"sealed":{"folder":"/srv/media/packages/.vtranscode/jobs/orphan-publication/orphan-publication-5-1","inode":16572855},"upload":"/srv/media/uploads/orphan-publication.mp4"}', NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (17, '06h0f80n245ksk6ewbbb', 'transcode', '', 4, 0, 350202, 5, 0, 0, 1, 0, 0, NULL, 1, 0.9, '{"result":{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/publishing/manifest.json","name":"publishing","output":"/srv/media/packages","path":"/srv/media/packages/publishing","playlist":"/srv/media/packages/publishing/master.m3u8","poster":"/srv/media/packages/publishing/thumbnails/poster.jpg","warnings":[]},"sealed":{"folder":"/srv/media/packages/.vtranscode/jobs/publishing/publishing-5-1","inode":16572855},"upload":"/srv/media/uploads/publishing.mp4"}', NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (19, '06h0f80n2ekmhywy767x', 'publish', '{"result":{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/publish-ready/manifest.json","name":"publish-ready","output":"/srv/media/packages","path":"/srv/media/packages/publish-ready","playlist":"/srv/media/packages/publish-ready/master.m3u8","poster":"/srv/media/packages/publish-ready/thumbnails/poster.jpg","warnings":[]},"sealed":{"folder":"/srv/media/packages/.vtranscode/jobs/publish-ready/publish-ready-5-1","inode":16572855},"upload":"/srv/media/uploads/publish-ready.mp4"}', 1, 0, 360202, 0.1, 0, 0, 0, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (18, '06h0f80n2ekmhywy767x', 'transcode', '', 5, 0, 355202, 0, 0, 0, 1, 0, 0, NULL, NULL, 1, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (21, '06h0f80n3759zjpd7q7n', 'transcode', '', 8, 5, 0, 5, 0, 0, 1, 0, 1, 1795424264629, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 3, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (22, '06h0f810xsffrwccx3fq', 'transcode', '', 3, 9, 0, 5, 0, 0, 2, 0, 1, NULL, 4, 0, NULL, NULL, NULL, 0, 1, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (23, '06h0f81cq0x37rtbyegm', 'transcode', '', 0, 0, 365302, 5, 0, 0, 0, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (24, '06h0f81cq6h27ny5tbry', 'transcode', '', 3, 0, 0, 5, 0, 0, 1, 0, 0, NULL, 1, 0.1, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (25, '06h0f81cqcj0d167qf1y', 'transcode', '', 0, 0, 2500, 5, 0, 0, 0, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO task OVERRIDING SYSTEM VALUE VALUES (26, '06h0f81cqg6vwv75nbws', 'transcode', '', 1, 1, 0, 5, 0, 0, 0, 0, 0, NULL, NULL, 0, NULL, NULL, NULL, 0, 0, 0, 0, 0, NULL);
INSERT INTO tenant VALUES ('limited', 2, 1, 50, 1);
INSERT INTO worker OVERRIDING SYSTEM VALUE VALUES (1, 1795424267444);
INSERT INTO worker OVERRIDING SYSTEM VALUE VALUES (4, 1795424267446);
INSERT INTO worker_info VALUES (1, '{"host":"vm","name":"a","process":4242,"version":"0.1.0"}');
INSERT INTO worker_info VALUES (4, '{"host":"vm","name":"third","process":4242,"version":"0.1.0"}');
SELECT pg_catalog.setval('delivery_id_seq', 10, true);
SELECT pg_catalog.setval('event_id_seq', 31, true);
SELECT pg_catalog.setval('task_id_seq', 26, true);
SELECT pg_catalog.setval('worker_id_seq', 4, true);
ALTER TABLE ONLY delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY event
    ADD CONSTRAINT event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY job
    ADD CONSTRAINT job_pkey PRIMARY KEY (id);
ALTER TABLE ONLY lane
    ADD CONSTRAINT lane_pkey PRIMARY KEY (priority);
ALTER TABLE ONLY need
    ADD CONSTRAINT need_pkey PRIMARY KEY (needed, task);
ALTER TABLE ONLY reservation
    ADD CONSTRAINT reservation_pkey PRIMARY KEY (job);
ALTER TABLE ONLY setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (name);
ALTER TABLE ONLY share
    ADD CONSTRAINT share_pkey PRIMARY KEY (tenant, priority);
ALTER TABLE ONLY task
    ADD CONSTRAINT task_pkey PRIMARY KEY (id);
ALTER TABLE ONLY tenant
    ADD CONSTRAINT tenant_pkey PRIMARY KEY (name);
ALTER TABLE ONLY worker_info
    ADD CONSTRAINT worker_info_pkey PRIMARY KEY (id);
ALTER TABLE ONLY worker
    ADD CONSTRAINT worker_pkey PRIMARY KEY (id);
CREATE INDEX delivery_due ON delivery USING btree (due) WHERE (due IS NOT NULL);
CREATE INDEX delivery_failed ON delivery USING btree (id) WHERE (due IS NULL);
CREATE INDEX delivery_job ON delivery USING btree (job);
CREATE INDEX event_job ON event USING btree (job, id);
CREATE INDEX job_finished ON job USING btree (finished) WHERE (finished IS NOT NULL);
CREATE INDEX job_held ON job USING btree (tenant, priority DESC, id) WHERE (hold = 2);
CREATE UNIQUE INDEX job_key ON job USING btree (tenant, key) WHERE ((state <> 4) AND (cancelling = 0) AND (forgotten = 0));
CREATE INDEX job_listed ON job USING btree (state, forgotten, id);
CREATE INDEX job_open ON job USING btree (tenant) WHERE (state < 2);
CREATE INDEX job_running ON job USING btree (tenant) WHERE ((state < 2) AND (hold = 0));
CREATE INDEX job_scheduled ON job USING btree (due) WHERE (hold = 1);
CREATE INDEX job_tenant ON job USING btree (tenant, id);
CREATE INDEX job_waiting ON job USING btree (state, hold, due) WHERE ((state = 0) AND (hold = 0));
CREATE INDEX need_task ON need USING btree (task);
CREATE INDEX task_alone ON task USING btree (job) WHERE (alone = 1);
CREATE INDEX task_cleanup ON task USING btree (place, id) WHERE ((state = 1) AND (kind = 'cleanup'::text));
CREATE INDEX task_delayed ON task USING btree (due) WHERE (state = 2);
CREATE INDEX task_job ON task USING btree (job, id);
CREATE INDEX task_publishing ON task USING btree (id) WHERE (state = 4);
CREATE INDEX task_quarantined ON task USING btree (priority DESC, crashes, place, id) WHERE (state = 8);
CREATE INDEX task_ready ON task USING btree (priority DESC, place, id) WHERE (state = 1);
CREATE INDEX task_waiting ON task USING btree (job, id) WHERE (state = 0);
CREATE INDEX task_worker ON task USING btree (worker) WHERE (worker IS NOT NULL);
