BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE events (
	table_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	kind TEXT NOT NULL, 
	actor TEXT NOT NULL, 
	at TEXT NOT NULL, 
	body TEXT NOT NULL, 
	cmd_id TEXT, 
	prev TEXT NOT NULL, 
	hash TEXT NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	UNIQUE (table_id, cmd_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
)
 WITHOUT ROWID

;
INSERT INTO "events" VALUES('evening-1',1,'opened','gm','2026-11-07T19:30:00.000Z','{"battle":{"fireline":1,"name":"Who may fire?","ruleset":"ancients","turn":{"side":"bottom"},"units":[{"blocks":4,"hex":"F5","id":"bow","side":"bottom","type":"light_bow_infantry"},{"blocks":3,"hex":"E8","id":"horse","side":"bottom","type":"light_cavalry"},{"blocks":4,"hex":"E9","id":"javelins","side":"bottom","type":"light_infantry"},{"blocks":4,"hex":"E10","id":"auxilia","side":"bottom","type":"auxilia"},{"blocks":4,"hex":"F8","id":"slingers","side":"bottom","type":"light_sling_infantry"},{"blocks":4,"hex":"C5","id":"warriors","side":"top","type":"warrior"},{"blocks":4,"hex":"C8","id":"legion","side":"top","type":"heavy_infantry"},{"blocks":4,"hex":"D10","id":"phalanx","side":"top","type":"medium_infantry"},{"blocks":3,"hex":"E12","id":"riders","side":"top","type":"medium_cavalry"}]},"commit":"e5e7b3353f2dd76e08a2c4d80f5f446f2fb2d8e130e120a162dc7742311df053"}',NULL,'261c7e1fb16d2d2df3c944df00153f574adc5f5dfcde2fe5a9f1457419701849','5ab04ebc0270329b922f981d50bffe040b48e5c89cf1a0667ab01709dc0ddbe3','9a6fe01ebbe4880011976b5bef2562bbc13f208efca5481849f43a687212de83');
INSERT INTO "events" VALUES('evening-1',2,'client_seed','top','2026-11-07T19:30:00.000Z','{"client_seed":{"seat":"top","seed":"six sevens"}}','evening-1-1','5ab04ebc0270329b922f981d50bffe040b48e5c89cf1a0667ab01709dc0ddbe3','47d1c9ae5552d60bb2be0bb0481666b33e4acb16e61fd1c7be00885e57a57acb','9a6fe01ebbe4880011976b5bef2562bbc13f208efca5481849f43a687212de83');
INSERT INTO "events" VALUES('evening-1',3,'client_seed','bottom','2026-11-07T19:30:00.000Z','{"client_seed":{"seat":"bottom","seed":"3f9a0c77"}}','evening-1-2','47d1c9ae5552d60bb2be0bb0481666b33e4acb16e61fd1c7be00885e57a57acb','e10c353efa0af7fb09683cd404aab9fe25f8c7aa4982e26a58a506084a3d5469','9a6fe01ebbe4880011976b5bef2562bbc13f208efca5481849f43a687212de83');
INSERT INTO "events" VALUES('evening-1',4,'command','gm','2026-11-07T19:30:00.000Z','{"command":{"command":"Shoot","shot":{"shooter":"bow","target":"warriors"}},"events":[{"event":"unit_fired","faces":["leader","blue"],"flags":0,"hits":1,"shooter":"bow","target":"warriors"},{"blocks":1,"event":"blocks_lost","rule":"CCA-5.3","unit":"warriors"}],"faces":["leader","blue"],"proof":{"commit":"e5e7b3353f2dd76e08a2c4d80f5f446f2fb2d8e130e120a162dc7742311df053","roll":1,"seeds":{"bottom":"3f9a0c77","top":"six sevens"}},"story":["Light Bow (F5) fires at Warriors (C5) and rolls leader and blue triangle: 1 hit. CCA-5.2","Warriors (C5) loses 1 block, 3 left. CCA-5.3"],"throws":[{"die":"battle die","face":3,"sides":6},{"die":"battle die","face":1,"sides":6}]}','evening-1-3','e10c353efa0af7fb09683cd404aab9fe25f8c7aa4982e26a58a506084a3d5469','af204d168abd084b1af0e870b5cad266287a12a313ee2ea6eae2af93ac4825ee','636751a08d586c663c265a094169f88fcc89a4234a2c51adf1ec55edac28991f');
INSERT INTO "events" VALUES('evening-1',5,'command','gm','2026-11-07T19:30:00.000Z','{"command":{"command":"Shoot","shot":{"shooter":"horse","target":"legion"}},"events":[{"event":"unit_fired","faces":["swords","flag"],"flags":1,"hits":0,"shooter":"horse","target":"legion"},{"checked":false,"event":"retreat_forced","flags":1,"origin":"E8","unit":"legion"}],"faces":["swords","flag"],"proof":{"commit":"e5e7b3353f2dd76e08a2c4d80f5f446f2fb2d8e130e120a162dc7742311df053","roll":2,"seeds":{"bottom":"3f9a0c77","top":"six sevens"}},"story":["Light Cavalry (E8) fires at Heavy Infantry (C8) and rolls crossed swords and flag: 0 hits, 1 flag. CCA-5.2","Heavy Infantry (C8) must answer 1 flag. CCA-5.4"],"throws":[{"die":"battle die","face":4,"sides":6},{"die":"battle die","face":5,"sides":6}]}','evening-1-4','af204d168abd084b1af0e870b5cad266287a12a313ee2ea6eae2af93ac4825ee','c07a3b112eea07838cf2012f8eeafe7412e7203b003b9d58282e0d716691fafb','c98d420103b8108e495a1e1d0f7ee717d9735d83df7985956229b39f1823b728');
INSERT INTO "events" VALUES('evening-1',6,'command','gm','2026-11-07T19:30:00.000Z','{"command":{"command":"Retreat","ignored":0,"path":["B7"],"unit":"legion"},"events":[{"event":"unit_retreated","ignored":0,"path":["B7"],"short":0,"unit":"legion"}],"faces":[],"story":["Heavy Infantry (C8) retreats to B7. CCA-7"]}','evening-1-5','c07a3b112eea07838cf2012f8eeafe7412e7203b003b9d58282e0d716691fafb','e951c4f11058a5f5f1fd56a0c3c59abea6d4d39e9dcba9b2ca216d05cf7cf62f','56354e0251f2b34c2f737dd3d62d23406cc6c7de8defc6ea66c32d9b607660e1');
INSERT INTO "events" VALUES('evening-1',7,'command','gm','2026-11-07T19:30:00.000Z','{"command":{"command":"Shoot","shot":{"shooter":"javelins","target":"phalanx"}},"events":[{"event":"unit_fired","faces":["flag","flag"],"flags":2,"hits":0,"shooter":"javelins","target":"phalanx"},{"checked":false,"event":"retreat_forced","flags":2,"origin":"E9","unit":"phalanx"}],"faces":["flag","flag"],"proof":{"commit":"e5e7b3353f2dd76e08a2c4d80f5f446f2fb2d8e130e120a162dc7742311df053","roll":3,"seeds":{"bottom":"3f9a0c77","top":"six sevens"}},"story":["Light Infantry (E9) fires at Medium Infantry (D10) and rolls flag and flag: 0 hits, 2 flags. CCA-5.2","Medium Infantry (D10) must answer 2 flags. CCA-5.4"],"throws":[{"die":"battle die","face":5,"sides":6},{"die":"battle die","face":5,"sides":6}]}','evening-1-6','e951c4f11058a5f5f1fd56a0c3c59abea6d4d39e9dcba9b2ca216d05cf7cf62f','356596b187a7a8e0169d924e59a143d933ab3f09895eb74456b02aaa24a7184e','a0a68b91dfc45591d94ae24a7f70f24df38f2126d124d1da74918d3b18e25f88');
INSERT INTO "events" VALUES('evening-1',8,'chat','top','2026-11-07T19:30:00.000Z','{"text":"Well shot! 🎲"}','evening-1-7','356596b187a7a8e0169d924e59a143d933ab3f09895eb74456b02aaa24a7184e','1c242533c51508e8ba0e4bbd4152c7af0990268df7c66cb4cbd1d2b8b91de6ec','a0a68b91dfc45591d94ae24a7f70f24df38f2126d124d1da74918d3b18e25f88');
INSERT INTO "events" VALUES('evening-1',9,'undone','gm','2026-11-07T19:30:00.000Z','{"reason":"wrong unit","undoes":7}','evening-1-8','1c242533c51508e8ba0e4bbd4152c7af0990268df7c66cb4cbd1d2b8b91de6ec','fe67a710d2f9183502e2bc5d37bfdb9814d9239da660bf18423cf8b65e59e755','56354e0251f2b34c2f737dd3d62d23406cc6c7de8defc6ea66c32d9b607660e1');
INSERT INTO "events" VALUES('evening-1',10,'reveal','gm','2026-11-07T19:30:00.000Z','{"commit":"16adc85da1c338550d60bd21f753484e164b1b7e68860ceb6ae0e33fb61fdf39","reveal":{"commit":"e5e7b3353f2dd76e08a2c4d80f5f446f2fb2d8e130e120a162dc7742311df053","seed":"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"}}','evening-1-9','fe67a710d2f9183502e2bc5d37bfdb9814d9239da660bf18423cf8b65e59e755','ac0051bc8dbdbf36997fe91db9f6cb013b79083003bfba544696c48bf0d5ec06','56354e0251f2b34c2f737dd3d62d23406cc6c7de8defc6ea66c32d9b607660e1');
INSERT INTO "events" VALUES('evening-1',11,'client_seed','bottom','2026-11-07T19:30:00.000Z','{"client_seed":{"seat":"bottom","seed":"another"}}','evening-1-10','ac0051bc8dbdbf36997fe91db9f6cb013b79083003bfba544696c48bf0d5ec06','9cb01059399660374740f01c61d2bfdd4426306935f379d4f7e82b0e46f9e52e','56354e0251f2b34c2f737dd3d62d23406cc6c7de8defc6ea66c32d9b607660e1');
INSERT INTO "events" VALUES('evening-1',12,'command','gm','2026-11-07T19:30:00.000Z','{"command":{"command":"Shoot","shot":{"shooter":"javelins","target":"phalanx"}},"events":[{"event":"unit_fired","faces":["leader","red"],"flags":0,"hits":0,"shooter":"javelins","target":"phalanx"}],"faces":["leader","red"],"proof":{"commit":"16adc85da1c338550d60bd21f753484e164b1b7e68860ceb6ae0e33fb61fdf39","roll":1,"seeds":{"bottom":"another"}},"story":["Light Infantry (E9) fires at Medium Infantry (D10) and rolls leader and red square: 0 hits. CCA-5.2"],"throws":[{"die":"battle die","face":3,"sides":6},{"die":"battle die","face":2,"sides":6}]}','evening-1-11','9cb01059399660374740f01c61d2bfdd4426306935f379d4f7e82b0e46f9e52e','4237596f7ffbf7b3a95b5eeaa7bfbca69503b2f82c798df2ce226f8853453254','27be1a145b4be208b2b35c2150230364c311088444a541c1bc548b81a69b1c57');
INSERT INTO "events" VALUES('evening-1',13,'reveal','gm','2026-11-07T19:30:00.000Z','{"reveal":{"commit":"16adc85da1c338550d60bd21f753484e164b1b7e68860ceb6ae0e33fb61fdf39","seed":"202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"}}','evening-1-12','4237596f7ffbf7b3a95b5eeaa7bfbca69503b2f82c798df2ce226f8853453254','a19d6f023b439360b6a35767ef5099a8adf61e08f827e7b841906882b207577e','27be1a145b4be208b2b35c2150230364c311088444a541c1bc548b81a69b1c57');
CREATE TABLE seats (
	table_id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	token TEXT NOT NULL, 
	grants TEXT NOT NULL, 
	revoked BOOLEAN NOT NULL, 
	PRIMARY KEY (table_id, name), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "seats" VALUES('evening-1','gm','509197c448903e803025824be5c414b5d66cb9126c521367fbf4ee03670cd870','{}',0);
INSERT INTO "seats" VALUES('evening-1','top','79075385437eaa1ba67d0ebdc69f3c64574325d6b82a9cde1057d1d7a4426fb7','{}',0);
INSERT INTO "seats" VALUES('evening-1','bottom','d1ff02d8a4ff989e02fe2924325d56d4aa528190fafe837bea4a20086c95f02b','{}',0);
CREATE TABLE seeds (
	table_id TEXT NOT NULL, 
	commit_hash TEXT NOT NULL, 
	seed BLOB NOT NULL, 
	PRIMARY KEY (table_id, commit_hash)
);
INSERT INTO "seeds" VALUES('evening-1','e5e7b3353f2dd76e08a2c4d80f5f446f2fb2d8e130e120a162dc7742311df053',X'000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F');
INSERT INTO "seeds" VALUES('evening-1','16adc85da1c338550d60bd21f753484e164b1b7e68860ceb6ae0e33fb61fdf39',X'202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F');
CREATE TABLE shots (
	id TEXT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "shots" VALUES('first-shot','{"shot":{"shooter":"bow","target":"warriors"}}');
CREATE TABLE snapshots (
	table_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "snapshots" VALUES('evening-1',1,'{"battle":"of event 1"}');
CREATE TABLE tables (
	id TEXT NOT NULL, 
	name TEXT NOT NULL, 
	ruleset TEXT NOT NULL, 
	version TEXT NOT NULL, 
	created TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('evening-1','Ranged combat, an evening','ancients','0.1.0','2026-11-07T19:30:00.000Z','{"dice":"server","undo":"free-before-dice"}');
COMMIT;
