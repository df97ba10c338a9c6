import pg from 'pg';
const c = new pg.Client({ host: '/tmp/mil/data/postgres', user: 'postgres', database: 'florin' });
await c.connect();
const N = Number(process.argv[2]);
const { rows } = await c.query("select account, object, id from objects where id !~ '[0-9]{8}$' order by id");
const mine = rows.filter((r) => ['payment_intent','charge','balance_transaction'].includes(r.object));
console.log(rows.length, mine.length);
const account = mine[0].account;
const suffixed = (id: string) => `'${id.slice(0,-8)}' || lpad(n::text, 8, '0')`;
const rep = (expr: string) => mine.reduce((b, r) => `replace(${b}, '${r.id}', ${suffixed(r.id)})`, expr);
for (const table of ['objects','entries']) {
  const cols = (await c.query('select column_name as name, data_type as type from information_schema.columns where table_name=$1 order by ordinal_position',[table])).rows;
  const sel = cols.map(({name,type}) => name==='id'&&table==='entries' ? `'e'||it.id||n` : name==='id' ? rep('it.id') : ['text','json','jsonb'].includes(type) && name!=='account' ? `${rep(`it.${name}::text`)}::${type}` : `it.${name}`);
  const step = 50000;
  for (let i=Number(process.argv[3]??0);i<N;i+=step) {
    const t=Date.now();
    await c.query(`insert into ${table} (${cols.map(x=>x.name).join(',')}) select ${sel.join(',')} from ${table} it cross join generate_series(${i},${i+step-1}) n where it.account='${account}' and it.id = any($1)`, [table==='objects'? mine.map(r=>r.id) : ['entry_0Vc4rktR00H1v348LiYt5L','entry_0Vc4rktR00IqFcJHmMvWNB']]);
    if (i%200000===0) console.log(table,i,Date.now()-t);
  }
}
await c.query('analyze');
console.log((await c.query('select count(*) from entries')).rows, (await c.query('select object,count(*) from objects group by 1')).rows);
await c.end();
