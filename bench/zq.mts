import pg from 'pg';
const c = new pg.Client({ host: '/tmp/mil/data/postgres', user: 'postgres', database: 'florin' });
await c.connect();
console.log((await c.query(process.argv[2]!)).rows);
await c.end();
