import type { ExportFormat } from '@foyer/contracts/dashboards/row-calls.ts'

export const exportFormats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel' },
  { format: 'pdf', label: 'PDF' },
] as const satisfies readonly { format: ExportFormat; label: string }[]
