/** Months are counted from January of year 0, so that addition works across years; days of a month from 1, timestamps in Unix seconds, UTC. */
const yearAndMonth = (month: number): [number, number] => [Math.floor(month / 12), ((month % 12) + 12) % 12];

/** The month of a timestamp. */
export function monthOf(moment: number): number {
  const date = new Date(moment * 1000);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The number of days in a month. */
export function daysIn(month: number): number {
  const [year, place] = yearAndMonth(month);
  return new Date(Date.UTC(year, place + 1, 0)).getUTCDate();
}

/** Midnight of a day of a month, or of its last day if the month is shorter. */
export function midnight(month: number, day_of_month: number): number {
  const [year, place] = yearAndMonth(month);
  return Date.UTC(year, place, Math.min(day_of_month, daysIn(month))) / 1000;
}

/** The timestamp some months later: on the same day of the month, or on the last day of a shorter month. */
export function monthsAfter(moment: number, months: number): number {
  const day_of_month = new Date(moment * 1000).getUTCDate();
  const month = monthOf(moment);
  return midnight(month + months, day_of_month) + (moment - midnight(month, day_of_month));
}
