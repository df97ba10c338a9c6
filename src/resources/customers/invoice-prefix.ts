/** What stands before the numbers of a customer's invoices where nobody has chosen it: eight capitals and digits, out of what is random in their id. */
export const prefixFrom = (id: string): string => id.slice(-8).toUpperCase();
