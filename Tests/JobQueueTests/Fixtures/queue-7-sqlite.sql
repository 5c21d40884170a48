-- A queue with schema version 7, written by a development version of vtranscode on SQLite: a job in each state, named by its key.
CREATE TABLE queue_schema (version bigint NOT NULL);
INSERT INTO queue_schema VALUES(7);
CREATE TABLE job (
    id text PRIMARY KEY,
    tenant text NOT NULL,
    key text NOT NULL,
    state smallint NOT NULL,
    hold smallint NOT NULL,
    priority integer NOT NULL,
    payload text NOT NULL,
    webhook text,
    cancelling smallint NOT NULL DEFAULT 0,
    forgotten smallint NOT NULL DEFAULT 0,
    pending integer NOT NULL,
    created bigint NOT NULL,
    due bigint NOT NULL,
    started bigint,
    finished bigint,
    progress double precision NOT NULL DEFAULT 0,
    remaining double precision,
    note text,
    result text,
    failure text
);
INSERT INTO job VALUES('06h0f80mky26xy5nd4qz','default','pruned',3,0,0,'{"name":"pruned","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/pruned.mp4"}',NULL,0,1,1,1795424261280,1795424261280,NULL,1795424261288,0.0,NULL,NULL,NULL,'{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}');
INSERT INTO job VALUES('06h0f80mnc8mdvqxmy13','default','completed',2,0,0,'{"name":"completed","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/completed.mp4"}','https://hooks.example.org/vtranscode?token=abc',0,0,0,1795424261291,1795424261291,1795424261295,1795424261305,1.0,NULL,'{"cost":310.5,"duration":10,"name":"completed","poster":"/srv/media/packages/.vtranscode/jobs/completed/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}','{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/completed/manifest.json","name":"completed","output":"/srv/media/packages","path":"/srv/media/packages/completed","playlist":"/srv/media/packages/completed/master.m3u8","poster":"/srv/media/packages/completed/thumbnails/poster.jpg","warnings":[]}',NULL);
INSERT INTO job VALUES('06h0f80mq7rbe6wx3jd0','default','failed',3,0,0,'{"name":"failed","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/failed.mp4"}','https://gone.example.org/',0,0,1,1795424261305,1795424261305,1795424261311,1795424261312,0.2000000000000000111,NULL,'{"cost":310.5,"duration":10,"name":"failed","poster":"/srv/media/packages/.vtranscode/jobs/failed/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}',NULL,'{"advice":"export it again","code":"DAMAGED","isPermanent":true,"message":"the upload cannot be decoded"}');
INSERT INTO job VALUES('06h0f80mrdad58d239mb','default','retryable',3,0,0,'{"name":"retryable","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/retryable.mp4"}',NULL,0,0,1,1795424261315,1795424261315,NULL,1795424261318,0.0,NULL,NULL,NULL,'{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}');
INSERT INTO job VALUES('06h0f80mrshq81wt5jem','default','cancelled',4,0,0,'{"name":"cancelled","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/cancelled.mp4"}',NULL,1,0,1,1795424261319,1795424261319,NULL,1795424261327,0.0,NULL,NULL,NULL,NULL);
INSERT INTO job VALUES('06h0f80mtdm846w681cb','default','cancelling',1,0,0,'{"name":"cancelling","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/cancelling.mp4"}',NULL,1,0,1,1795424261332,1795424261332,1795424261334,NULL,0.10000000000000000555,NULL,NULL,NULL,NULL);
INSERT INTO job VALUES('06h0f80mvnnbwnm4ykqd','default','long',1,0,0,'{"name":"long","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/long.mp4"}','https://hooks.example.org/vtranscode?token=abc',0,0,6,1795424261341,1795424261341,1795424261349,NULL,0.12766497461928932866,NULL,'{"cost":310.5,"duration":10,"name":"long","poster":"/srv/media/packages/.vtranscode/jobs/long/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}',NULL,NULL);
INSERT INTO job VALUES('06h0f80mxh8mprcbj0t3','default','publishing',1,0,0,'{"name":"publishing","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/publishing.mp4"}',NULL,0,0,1,1795424261356,1795424261356,1795424261365,NULL,0.9000000000000000222,NULL,'{"cost":310.5,"duration":10,"name":"publishing","poster":"/srv/media/packages/.vtranscode/jobs/publishing/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}',NULL,NULL);
INSERT INTO job VALUES('06h0f80mzkpcshas3v3m','default','publish-ready',1,0,0,'{"name":"publish-ready","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/publish-ready.mp4"}',NULL,0,0,1,1795424261373,1795424261373,1795424261375,NULL,0.0,NULL,'{"cost":310.5,"duration":10,"name":"publish-ready","poster":"/srv/media/packages/.vtranscode/jobs/publish-ready/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}',NULL,NULL);
INSERT INTO job VALUES('06h0f80n07ddw65q09ba','default','orphan-publication',1,0,0,'{"name":"orphan-publication","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/orphan-publication.mp4"}',NULL,0,0,1,1795424261377,1795424261377,1795424261379,NULL,0.9000000000000000222,NULL,'{"cost":310.5,"duration":10,"name":"orphan-publication","poster":"/srv/media/packages/.vtranscode/jobs/orphan-publication/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}',NULL,NULL);
INSERT INTO job VALUES('06h0f80n0n8yq2jz0ery','default','quarantined',1,0,5,'{"name":"quarantined","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/quarantined.mp4"}',NULL,0,0,1,1795424261381,1795424261381,1795424261383,NULL,0.29999999999999998889,9.0,'{"cost":310.5,"duration":10,"name":"quarantined","poster":"/srv/media/packages/.vtranscode/jobs/quarantined/poster.jpg","rungs":["720p","360p"],"warnings":[{"code":"DAMAGED","message":"0.4 s cannot be decoded","severity":"warning"}]}',NULL,NULL);
INSERT INTO job VALUES('06h0f810t64jbnscdba5','default','alone',1,0,9,'{"name":"alone","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/alone.mp4"}',NULL,0,0,1,1795424264401,1795424264401,1795424264403,NULL,0.29999999999999998889,NULL,NULL,NULL,NULL);
INSERT INTO job VALUES('06h0f81ckqwvkc01mma2','default','scheduled',0,1,0,'{"name":"scheduled","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/scheduled.mp4"}',NULL,0,0,1,1795424267422,1812704267422,NULL,NULL,0.0,NULL,NULL,NULL,NULL);
INSERT INTO job VALUES('06h0f81cm0934a4pn9e2','limited','limited-running',1,0,0,'{"name":"limited-running","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/limited-running.mp4"}',NULL,0,0,1,1795424267424,1795424267424,1795424267432,NULL,0.10000000000000000555,7.0,NULL,NULL,NULL);
INSERT INTO job VALUES('06h0f81cn42zytbmd9n6','limited','held',0,2,0,'{"name":"held","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/held.mp4"}','https://hooks.example.org/vtranscode?token=abc',0,0,1,1795424267433,1795424267433,NULL,NULL,0.0,NULL,NULL,NULL,NULL);
INSERT INTO job VALUES('06h0f81cn8tcq5v3bw0j','default','ready',0,0,1,'{"name":"ready","output":"/srv/media/packages","preset":{"name":"hls-ladder","yaml":"name: hls-ladder\n"},"sha256":"3b1f0a4d0b1c53ed8f5b1e8e3f7a0d2d9c1b7a5e4f6c8d0a2b3c4d5e6f708192","trim":{"from":"5/2"},"upload":"/srv/media/uploads/ready.mp4"}','https://hooks.example.org/vtranscode?token=abc',0,0,1,1795424267435,1795424267435,NULL,NULL,0.0,NULL,NULL,NULL,NULL);
CREATE TABLE task (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    job text NOT NULL,
    kind text NOT NULL,
    payload text NOT NULL,
    state smallint NOT NULL,
    priority integer NOT NULL,
    place bigint NOT NULL,
    cost double precision NOT NULL,
    needs integer NOT NULL,
    dependents integer NOT NULL,
    epoch bigint NOT NULL DEFAULT 0,
    attempts integer NOT NULL DEFAULT 0,
    losses integer NOT NULL DEFAULT 0,
    due bigint,
    worker bigint,
    progress double precision NOT NULL DEFAULT 0,
    publication text,
    result text,
    failure text
, looks integer NOT NULL DEFAULT 0, alone smallint NOT NULL DEFAULT 0, crashes integer NOT NULL DEFAULT 0, crashes_in_row integer NOT NULL DEFAULT 0, artifacts integer NOT NULL DEFAULT 0, avoids bigint);
INSERT INTO task VALUES(1,'06h0f80mky26xy5nd4qz','transcode','',6,0,0,5.0,0,0,1,1,0,1795424261288,NULL,0.0,NULL,NULL,'{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}',0,0,0,0,0,NULL);
INSERT INTO task VALUES(2,'06h0f80mky26xy5nd4qz','cleanup','',1,0,5000,0.0,0,0,0,0,0,NULL,NULL,0.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(3,'06h0f80mnc8mdvqxmy13','transcode','',5,0,5001,5.0,0,0,1,0,0,NULL,NULL,1.0,NULL,'{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/completed/manifest.json","name":"completed","output":"/srv/media/packages","path":"/srv/media/packages/completed","playlist":"/srv/media/packages/completed/master.m3u8","poster":"/srv/media/packages/completed/thumbnails/poster.jpg","warnings":[]}',NULL,0,0,0,0,1,NULL);
INSERT INTO task VALUES(4,'06h0f80mq7rbe6wx3jd0','transcode','',6,0,10001,5.0,0,0,1,1,0,1795424261312,NULL,0.0,NULL,NULL,'{"advice":"export it again","code":"DAMAGED","isPermanent":true,"message":"the upload cannot be decoded"}',0,0,0,0,0,NULL);
INSERT INTO task VALUES(5,'06h0f80mq7rbe6wx3jd0','cleanup','',1,0,15001,0.0,0,0,0,0,0,NULL,NULL,0.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(6,'06h0f80mrdad58d239mb','transcode','',6,0,15002,5.0,0,0,1,1,0,1795424261318,NULL,0.0,NULL,NULL,'{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}',0,0,0,0,0,NULL);
INSERT INTO task VALUES(7,'06h0f80mrshq81wt5jem','transcode','',7,0,20002,5.0,0,0,0,0,0,NULL,NULL,0.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(8,'06h0f80mtdm846w681cb','transcode','',3,0,25002,5.0,0,0,1,0,0,NULL,1,0.10000000000000000555,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(9,'06h0f80mvnnbwnm4ykqd','transcode','',5,0,30002,0.0,0,0,1,0,0,NULL,NULL,1.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(10,'06h0f80mvnnbwnm4ykqd','sound','{"cost":0.1,"name":"und","track":0}',3,0,35002,0.10000000000000000555,0,1,1,0,0,NULL,1,0.4000000000000000222,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(11,'06h0f80mvnnbwnm4ykqd','encode','{"cost":100.5,"nodes":[0,2]}',5,0,35102,100.49999999999999999,0,2,1,0,0,NULL,NULL,1.0,NULL,NULL,NULL,0,0,0,0,2,NULL);
INSERT INTO task VALUES(12,'06h0f80mvnnbwnm4ykqd','encode','{"cost":100.5,"nodes":[2,4]}',2,0,135602,100.49999999999999999,0,2,1,1,0,1795424310342,NULL,0.0,NULL,NULL,'{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}',0,0,0,0,0,NULL);
INSERT INTO task VALUES(13,'06h0f80mvnnbwnm4ykqd','encode','{"cost":100.5,"nodes":[4,6]}',2,0,236102,100.49999999999999999,0,2,1,1,0,1795424308062,NULL,0.0,NULL,NULL,'{"advice":"look at the machine","code":"TASK_TIMEOUT","isPermanent":false,"message":"it made no progress for 120 s beyond its estimate"}',0,0,0,0,0,1);
INSERT INTO task VALUES(14,'06h0f80mvnnbwnm4ykqd','encode','{"cost":7.5,"nodes":[6,7]}',1,0,336602,7.5,0,2,0,0,0,NULL,NULL,0.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(15,'06h0f80mvnnbwnm4ykqd','thumbnails','',0,0,344102,3.0,3,1,0,0,0,NULL,NULL,0.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(16,'06h0f80mvnnbwnm4ykqd','package','',0,0,347102,3.1000000000000000888,5,0,0,0,0,NULL,NULL,0.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(17,'06h0f80mxh8mprcbj0t3','transcode','',4,0,350202,5.0,0,0,1,0,0,NULL,1,0.9000000000000000222,'{"result":{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/publishing/manifest.json","name":"publishing","output":"/srv/media/packages","path":"/srv/media/packages/publishing","playlist":"/srv/media/packages/publishing/master.m3u8","poster":"/srv/media/packages/publishing/thumbnails/poster.jpg","warnings":[]},"sealed":{"folder":"/srv/media/packages/.vtranscode/jobs/publishing/publishing-5-1","inode":16572855},"upload":"/srv/media/uploads/publishing.mp4"}',NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(18,'06h0f80mzkpcshas3v3m','transcode','',5,0,355202,0.0,0,0,1,0,0,NULL,NULL,1.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(19,'06h0f80mzkpcshas3v3m','publish','{"result":{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/publish-ready/manifest.json","name":"publish-ready","output":"/srv/media/packages","path":"/srv/media/packages/publish-ready","playlist":"/srv/media/packages/publish-ready/master.m3u8","poster":"/srv/media/packages/publish-ready/thumbnails/poster.jpg","warnings":[]},"sealed":{"folder":"/srv/media/packages/.vtranscode/jobs/publish-ready/publish-ready-5-1","inode":16572855},"upload":"/srv/media/uploads/publish-ready.mp4"}',1,0,360202,0.10000000000000000555,0,0,0,0,0,NULL,NULL,0.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(20,'06h0f80n07ddw65q09ba','transcode','',4,0,360302,5.0,0,0,1,0,1,NULL,NULL,0.9000000000000000222,'{"result":{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/orphan-publication/manifest.json","name":"orphan-publication","output":"/srv/media/packages","path":"/srv/media/packages/orphan-publication","playlist":"/srv/media/packages/orphan-publication/master.m3u8","poster":"/srv/media/packages/orphan-publication/thumbnails/poster.jpg","warnings":[]},"sealed":{"folder":"/srv/media/packages/.vtranscode/jobs/orphan-publication/orphan-publication-5-1","inode":16572855},"upload":"/srv/media/uploads/orphan-publication.mp4"}',NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(21,'06h0f80n0n8yq2jz0ery','transcode','',8,5,0,5.0,0,0,1,0,1,1795424264600,NULL,0.0,NULL,NULL,NULL,0,0,0,0,3,NULL);
INSERT INTO task VALUES(22,'06h0f810t64jbnscdba5','transcode','',3,9,0,5.0,0,0,2,0,1,NULL,4,0.0,NULL,NULL,NULL,0,1,0,0,0,NULL);
INSERT INTO task VALUES(23,'06h0f81ckqwvkc01mma2','transcode','',0,0,365302,5.0,0,0,0,0,0,NULL,NULL,0.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(24,'06h0f81cm0934a4pn9e2','transcode','',3,0,0,5.0,0,0,1,0,0,NULL,1,0.10000000000000000555,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(25,'06h0f81cn42zytbmd9n6','transcode','',0,0,2500,5.0,0,0,0,0,0,NULL,NULL,0.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
INSERT INTO task VALUES(26,'06h0f81cn8tcq5v3bw0j','transcode','',1,1,0,5.0,0,0,0,0,0,NULL,NULL,0.0,NULL,NULL,NULL,0,0,0,0,0,NULL);
CREATE TABLE need (
    needed bigint NOT NULL,
    task bigint NOT NULL,
    PRIMARY KEY (needed, task)
);
INSERT INTO need VALUES(13,15);
INSERT INTO need VALUES(14,15);
INSERT INTO need VALUES(11,15);
INSERT INTO need VALUES(12,15);
INSERT INTO need VALUES(13,16);
INSERT INTO need VALUES(15,16);
INSERT INTO need VALUES(14,16);
INSERT INTO need VALUES(11,16);
INSERT INTO need VALUES(12,16);
INSERT INTO need VALUES(10,16);
CREATE TABLE lane (
    priority integer PRIMARY KEY,
    clock bigint NOT NULL,
    mark bigint NOT NULL,
    moved bigint NOT NULL
);
INSERT INTO lane VALUES(0,0,0,0);
INSERT INTO lane VALUES(1,0,0,0);
INSERT INTO lane VALUES(5,0,0,0);
INSERT INTO lane VALUES(9,0,0,0);
CREATE TABLE share (
    tenant text NOT NULL,
    priority integer NOT NULL,
    finish bigint NOT NULL,
    PRIMARY KEY (tenant, priority)
);
INSERT INTO share VALUES('default',0,370302);
INSERT INTO share VALUES('default',5,5000);
INSERT INTO share VALUES('default',9,5000);
INSERT INTO share VALUES('limited',0,5000);
INSERT INTO share VALUES('default',1,5000);
CREATE TABLE tenant (
    name text PRIMARY KEY,
    weight double precision NOT NULL,
    max_running integer,
    max_queued integer,
    running integer NOT NULL
);
INSERT INTO tenant VALUES('limited',2.0,1,50,1);
CREATE TABLE worker (id INTEGER PRIMARY KEY AUTOINCREMENT, seen bigint NOT NULL);
INSERT INTO worker VALUES(1,39976153);
INSERT INTO worker VALUES(4,39976155);
CREATE TABLE worker_info (
    id bigint PRIMARY KEY,
    info text NOT NULL
);
INSERT INTO worker_info VALUES(1,'{"host":"vm","name":"a","process":4242,"version":"0.1.0"}');
INSERT INTO worker_info VALUES(4,'{"host":"vm","name":"third","process":4242,"version":"0.1.0"}');
CREATE TABLE event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    job text NOT NULL,
    kind text NOT NULL,
    time bigint NOT NULL,
    failure text,
    result text
);
INSERT INTO event VALUES(1,'06h0f80mky26xy5nd4qz','queued',1795424261282,NULL,NULL);
INSERT INTO event VALUES(2,'06h0f80mky26xy5nd4qz','failed',1795424261289,'{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}',NULL);
INSERT INTO event VALUES(3,'06h0f80mnc8mdvqxmy13','queued',1795424261292,NULL,NULL);
INSERT INTO event VALUES(4,'06h0f80mnc8mdvqxmy13','started',1795424261296,NULL,NULL);
INSERT INTO event VALUES(5,'06h0f80mnc8mdvqxmy13','published',1795424261305,NULL,'{"bytes":4255757,"duration":10,"manifest":"/srv/media/packages/completed/manifest.json","name":"completed","output":"/srv/media/packages","path":"/srv/media/packages/completed","playlist":"/srv/media/packages/completed/master.m3u8","poster":"/srv/media/packages/completed/thumbnails/poster.jpg","warnings":[]}');
INSERT INTO event VALUES(6,'06h0f80mq7rbe6wx3jd0','queued',1795424261306,NULL,NULL);
INSERT INTO event VALUES(7,'06h0f80mq7rbe6wx3jd0','started',1795424261311,NULL,NULL);
INSERT INTO event VALUES(8,'06h0f80mq7rbe6wx3jd0','failed',1795424261313,'{"advice":"export it again","code":"DAMAGED","isPermanent":true,"message":"the upload cannot be decoded"}',NULL);
INSERT INTO event VALUES(9,'06h0f80mrdad58d239mb','queued',1795424261315,NULL,NULL);
INSERT INTO event VALUES(10,'06h0f80mrdad58d239mb','failed',1795424261318,'{"advice":"make room","code":"OUTPUT","isPermanent":false,"message":"no room"}',NULL);
INSERT INTO event VALUES(11,'06h0f80mrshq81wt5jem','queued',1795424261319,NULL,NULL);
INSERT INTO event VALUES(12,'06h0f80mrshq81wt5jem','cancelled',1795424261327,NULL,NULL);
INSERT INTO event VALUES(13,'06h0f80mtdm846w681cb','queued',1795424261332,NULL,NULL);
INSERT INTO event VALUES(14,'06h0f80mtdm846w681cb','started',1795424261334,NULL,NULL);
INSERT INTO event VALUES(15,'06h0f80mvnnbwnm4ykqd','queued',1795424261342,NULL,NULL);
INSERT INTO event VALUES(16,'06h0f80mvnnbwnm4ykqd','started',1795424261349,NULL,NULL);
INSERT INTO event VALUES(17,'06h0f80mxh8mprcbj0t3','queued',1795424261356,NULL,NULL);
INSERT INTO event VALUES(18,'06h0f80mxh8mprcbj0t3','started',1795424261366,NULL,NULL);
INSERT INTO event VALUES(19,'06h0f80mzkpcshas3v3m','queued',1795424261373,NULL,NULL);
INSERT INTO event VALUES(20,'06h0f80mzkpcshas3v3m','started',1795424261375,NULL,NULL);
INSERT INTO event VALUES(21,'06h0f80n07ddw65q09ba','queued',1795424261378,NULL,NULL);
INSERT INTO event VALUES(22,'06h0f80n07ddw65q09ba','started',1795424261379,NULL,NULL);
INSERT INTO event VALUES(23,'06h0f80n0n8yq2jz0ery','queued',1795424261381,NULL,NULL);
INSERT INTO event VALUES(24,'06h0f80n0n8yq2jz0ery','started',1795424261383,NULL,NULL);
INSERT INTO event VALUES(25,'06h0f810t64jbnscdba5','queued',1795424264401,NULL,NULL);
INSERT INTO event VALUES(26,'06h0f810t64jbnscdba5','started',1795424264403,NULL,NULL);
INSERT INTO event VALUES(27,'06h0f81ckqwvkc01mma2','queued',1795424267422,NULL,NULL);
INSERT INTO event VALUES(28,'06h0f81cm0934a4pn9e2','queued',1795424267424,NULL,NULL);
INSERT INTO event VALUES(29,'06h0f81cm0934a4pn9e2','started',1795424267432,NULL,NULL);
INSERT INTO event VALUES(30,'06h0f81cn42zytbmd9n6','queued',1795424267433,NULL,NULL);
INSERT INTO event VALUES(31,'06h0f81cn8tcq5v3bw0j','queued',1795424267435,NULL,NULL);
CREATE TABLE delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event bigint NOT NULL,
    job text NOT NULL,
    url text NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    due bigint,
    reason text
, host text NOT NULL DEFAULT '');
INSERT INTO delivery VALUES(3,5,'06h0f80mnc8mdvqxmy13','https://hooks.example.org/vtranscode?token=abc',0,1795424261305,NULL,'hooks.example.org');
INSERT INTO delivery VALUES(4,6,'06h0f80mq7rbe6wx3jd0','https://gone.example.org/',1,NULL,'the receiver answered 410','gone.example.org');
INSERT INTO delivery VALUES(5,7,'06h0f80mq7rbe6wx3jd0','https://gone.example.org/',1,NULL,'the receiver answered 410','gone.example.org');
INSERT INTO delivery VALUES(6,8,'06h0f80mq7rbe6wx3jd0','https://gone.example.org/',0,1795424261313,NULL,'gone.example.org');
INSERT INTO delivery VALUES(7,15,'06h0f80mvnnbwnm4ykqd','https://hooks.example.org/vtranscode?token=abc',0,1795424261342,NULL,'hooks.example.org');
INSERT INTO delivery VALUES(8,16,'06h0f80mvnnbwnm4ykqd','https://hooks.example.org/vtranscode?token=abc',0,1795424261349,NULL,'hooks.example.org');
INSERT INTO delivery VALUES(9,30,'06h0f81cn42zytbmd9n6','https://hooks.example.org/vtranscode?token=abc',0,1795424267433,NULL,'hooks.example.org');
INSERT INTO delivery VALUES(10,31,'06h0f81cn8tcq5v3bw0j','https://hooks.example.org/vtranscode?token=abc',0,1795424267435,NULL,'hooks.example.org');
CREATE TABLE setting (name text PRIMARY KEY, value text NOT NULL);
CREATE TABLE reservation (
    job text PRIMARY KEY,
    worker bigint NOT NULL,
    until bigint NOT NULL
);
INSERT INTO reservation VALUES('06h0f80n0n8yq2jz0ery',1,39979775);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('worker',4);
INSERT INTO sqlite_sequence VALUES('task',26);
INSERT INTO sqlite_sequence VALUES('event',31);
INSERT INTO sqlite_sequence VALUES('delivery',10);
CREATE INDEX job_finished ON job (finished) WHERE finished IS NOT NULL;
CREATE INDEX job_scheduled ON job (due) WHERE hold = 1;
CREATE INDEX job_held ON job (tenant, priority DESC, id) WHERE hold = 2;
CREATE INDEX job_open ON job (tenant) WHERE state < 2;
CREATE INDEX task_ready ON task (priority DESC, place, id) WHERE state = 1;
CREATE INDEX task_delayed ON task (due) WHERE state = 2;
CREATE INDEX task_worker ON task (worker) WHERE worker IS NOT NULL;
CREATE INDEX task_publishing ON task (id) WHERE state = 4;
CREATE INDEX task_job ON task (job, id);
CREATE INDEX need_task ON need (task);
CREATE INDEX event_job ON event (job, id);
CREATE INDEX delivery_due ON delivery (due) WHERE due IS NOT NULL;
CREATE INDEX delivery_job ON delivery (job);
CREATE UNIQUE INDEX job_key ON job (tenant, key)
WHERE state <> 4 AND cancelling = 0 AND forgotten = 0;
CREATE INDEX job_running ON job (tenant) WHERE state < 2 AND hold = 0;
CREATE INDEX task_cleanup ON task (place, id) WHERE state = 1 AND kind = 'cleanup';
CREATE INDEX job_listed ON job (state, forgotten, id);
CREATE INDEX job_waiting ON job (state, hold, due) WHERE state = 0 AND hold = 0;
CREATE INDEX task_waiting ON task (job, id) WHERE state = 0;
CREATE INDEX delivery_failed ON delivery (id) WHERE due IS NULL;
CREATE INDEX job_tenant ON job (tenant, id);
CREATE INDEX task_quarantined ON task (priority DESC, crashes, place, id) WHERE state = 8;
CREATE INDEX task_alone ON task (job) WHERE alone = 1;
