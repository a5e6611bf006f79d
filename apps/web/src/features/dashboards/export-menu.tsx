import { type Board, boardNames, boards } from '@foyer/contracts/dashboards/boards.rules.ts'
import type { DayRange } from '@foyer/contracts/dashboards/range.rules.ts'
import type { ExportFormat } from '@foyer/contracts/dashboards/row-calls.ts'
import { Download, FileSpreadsheet, FileText, Printer } from 'lucide-react'
import { useFigureExport } from '../../parts/figures/use-figure-export.ts'
import { offlineReason, useOffline } from '../../parts/use-offline.ts'
import { buttonLook } from '../../ui/button-look.rules.ts'
import { Menu } from '../../ui/menu.tsx'
import type { MenuEntry } from '../../ui/menu-panel.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { queryOfFilter, type ScoreFilter } from './dashboard-address.rules.ts'

interface ExportProps {
  organizationId: string
  range: DayRange
}

const FORMATS = [
  { format: 'csv', label: 'CSV', icon: FileText },
  { format: 'xlsx', label: 'Excel', icon: FileSpreadsheet },
  { format: 'pdf', label: 'PDF', icon: Download },
] as const

/** [ERR-13] Saves one dashboard as a file, or prints it. */
export function BoardExport({ board, filter, ...asked }: ExportProps & { board: Board; filter: ScoreFilter | null }) {
  const offline = useOffline()
  const { exporting, save } = useFigureExport()
  const entries = FORMATS.map(
    ({ format, label, icon }): MenuEntry => ({
      ...{ label, icon },
      disabledReason: offlineReason(offline, 'Saving'),
      onSelect: () => save(fileOf(board, asked, format, filter)),
    }),
  )
  return <ExportMenu entries={[...entries, PRINT]} busy={exporting !== null} />
}

/** Saves one of the dashboards as PDF, or prints all cards. */
export function OverviewExport(asked: ExportProps) {
  const offline = useOffline()
  const { exporting, save } = useFigureExport()
  const entries = boards.map(
    (board): MenuEntry => ({
      label: boardNames[board],
      detail: 'PDF',
      icon: Download,
      disabledReason: offlineReason(offline, 'Saving'),
      onSelect: () => save(fileOf(board, asked, 'pdf', null)),
    }),
  )
  return <ExportMenu entries={[...entries, PRINT]} busy={exporting !== null} />
}

const PRINT: MenuEntry = { label: 'Print', icon: Printer, separated: true, onSelect: () => window.print() }

function fileOf(
  board: Board,
  { organizationId, range: { startDate, endDate } }: ExportProps,
  format: ExportFormat,
  filter: ScoreFilter | null,
) {
  return {
    name: `foyer-${board}-${startDate}-${endDate}`,
    format,
    query: { organizationId, board, startDate, endDate, ...queryOfFilter(filter) },
  }
}

function ExportMenu({ entries, busy }: { entries: readonly MenuEntry[]; busy: boolean }) {
  return (
    <Menu
      label="Export"
      align="end"
      entries={entries}
      className={`${buttonLook('default', 'md')} pointer-coarse:h-11`}
      content={
        <>
          {busy ? <Spinner size={16} /> : <Download aria-hidden size={16} strokeWidth={1.75} />}
          Export
        </>
      }
    />
  )
}
