import type { MetricName } from '@foyer/contracts/dashboards/metrics.rules.ts'
import type { ChartColumn, ChartSeries } from '../../parts/figures/columns.rules.ts'
import type { FiguresRoom } from './figures-room.tsx'

/** Opens the rows of a series in a column. The series of a dashboard are named by their metrics. */
export const openChart =
  ({ open }: FiguresRoom) =>
  ({ id }: ChartSeries, { label, startDate, endDate }: ChartColumn) =>
    open({ metric: id as MetricName, days: { startDate, endDate }, part: label })
