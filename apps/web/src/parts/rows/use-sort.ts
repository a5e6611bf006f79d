import type { Sort } from '../../ui/table/columns.ts'
import { useFilters } from './use-filters.ts'

const NAMES = ['sort'] as const

/** Keeps a table's order in the address: `sort=name`, or `sort=-name` for descending. An unknown column is ignored. */
export function useSort(columns: readonly string[], usual: Sort): [Sort, (sort: Sort) => void] {
  const { values, change } = useFilters(NAMES)
  const descending = values.sort.startsWith('-')
  const by = descending ? values.sort.slice(1) : values.sort
  const sort = columns.includes(by) ? { by, descending } : usual
  const written = (next: Sort) => `${next.descending ? '-' : ''}${next.by}`
  return [sort, (next) => change({ sort: written(next) === written(usual) ? '' : written(next) })]
}
