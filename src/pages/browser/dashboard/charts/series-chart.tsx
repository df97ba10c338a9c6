import type { ReactNode } from 'react';
import { Area, AreaChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { say, type Text } from '../say.js';

/** A series: its name in the data, its label, and whether it is the earlier one that the others are compared with. */
export type Series = { readonly name: string; readonly label: Text; readonly is_earlier?: boolean };

/** A row of a chart: its label, and the value of each series. */
export type ChartRow = { readonly label: string } & Readonly<Record<string, string | number>>;

type Props = {
  readonly rows: readonly ChartRow[];
  readonly series: readonly Series[];
  readonly shown: (value: number) => string;
};

const colors = ['var(--mantine-color-teal-7)', 'var(--mantine-color-orange-6)'] as const;
const earlier = { stroke: 'var(--mantine-color-gray-6)', fill: 'none', strokeDasharray: '4 4' } as const;

const lookOf = (place: number) => ({
  stroke: colors[place % colors.length] ?? colors[0],
  fill: colors[place % colors.length] ?? colors[0],
  fillOpacity: 0.12,
});

const axis = { fontSize: 12, fill: 'var(--mantine-color-dimmed)' } as const;

/** The name of a series in the color of text: that of its line has too little contrast. */
const readable = (label: string): ReactNode => <span style={{ color: axis.fill }}>{label}</span>;

/** Areas over time. The library is in the chunk of this file, which is loaded after the page. */
export default function SeriesChart({ rows, series, shown }: Props) {
  return (
    <ResponsiveContainer width="100%" height={220}>
      <AreaChart accessibilityLayer={false} data={[...rows]} margin={{ top: 4, right: 8, left: 8, bottom: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--mantine-color-default-border)" />
        <XAxis dataKey="label" tick={axis} tickLine={false} axisLine={false} minTickGap={32} />
        <YAxis
          tick={axis}
          tickLine={false}
          axisLine={false}
          width={72}
          allowDecimals={false}
          tickFormatter={(value) => shown(Number(value))}
        />
        <Tooltip
          formatter={(value) => shown(Number(value))}
          contentStyle={{ background: 'var(--mantine-color-body)', borderColor: 'var(--mantine-color-default-border)' }}
        />
        {series.length > 1 && <Legend iconType="plainline" wrapperStyle={{ fontSize: 12 }} formatter={readable} />}
        {series.map(({ name, label, is_earlier = false }, place) => (
          <Area
            key={name}
            dataKey={name}
            name={say(label)}
            type="linear"
            isAnimationActive={false}
            {...(is_earlier ? earlier : lookOf(place))}
          />
        ))}
      </AreaChart>
    </ResponsiveContainer>
  );
}
