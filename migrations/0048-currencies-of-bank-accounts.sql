-- The currency of bank accounts that are there already: those of a currency are found by it. What a program of the version before writes
-- meanwhile has its column from its next change on.
-- step: in batches over objects
update objects
set currency = doc ->> 'currency'
where ctid >= $1::tid and ctid < $2::tid and object = 'bank_account' and not deleted and currency is null and doc ->> 'currency' is not null;
