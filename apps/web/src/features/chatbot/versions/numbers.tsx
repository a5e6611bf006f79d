import { blockKindOf, titleOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { Flow, FlowNode } from '@foyer/contracts/chatbot/flow.ts'
import { dayAfter } from '@foyer/contracts/time/calendar.rules.ts'
import { dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { waitWords } from '../../../lib/wait.rules.ts'
import { Section } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useApi, useServices } from '../../../parts/services.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { Table } from '../../../ui/table/table.tsx'
import { BlockIcon } from '../block-icon.tsx'
import { useFlowOf } from './use-versions.ts'

interface NumbersProps {
  organizationId: string
  flowId: string
  timezone: string
  /** The newest published version. */
  version: number
}

interface BlockFigures {
  readonly nodeId: string
  readonly entered: number
  readonly answered: number
  readonly notUnderstood: number
  readonly silent: number
  readonly medianSeconds: number | null
}

interface BlockRow extends BlockFigures {
  readonly node: FlowNode
}

const DAYS = 7
/** The block has no such number. */
const NONE = '–'

/** How patients went through the newest version in the last days. */
export function Numbers({ organizationId, flowId, timezone, version }: NumbersProps) {
  const api = useApi()
  const { clock } = useServices()
  const [to] = useState(() => dayIn(clock.now(), timezone))
  const from = dayAfter(to, 1 - DAYS)
  const flow = useFlowOf({ organizationId, flowId }, String(version))
  const stats = useQuery({
    queryKey: ['chatbot stats', organizationId, flowId, version, from, to],
    queryFn: async ({ signal }) => {
      const query = { organizationId, from, to, version: String(version) }
      return (await api('chatbotStats', { params: { flowId }, query, signal })).data
    },
    ...{ retry: false, gcTime: 0 },
  })
  return (
    <Section title="Numbers" detail={`Version ${version}, last ${DAYS} days`} flush>
      <QueryState query={stats} what="The numbers" rows={3}>
        {({ started, ended, blocks }) => (
          <>
            <p className="num px-4 pb-3 text-sm md:px-5">{summaryOf(started, ended)}</p>
            <QueryState query={flow} what="The version" rows={3}>
              {(live) => (
                <Table
                  label="Numbers of the blocks"
                  columns={COLUMNS}
                  rows={rowsOf(live, blocks)}
                  rowId={({ nodeId }) => nodeId}
                />
              )}
            </QueryState>
          </>
        )}
      </QueryState>
    </Section>
  )
}

function sumOf(ended: Readonly<Record<string, number>>, as: readonly string[]): number {
  return as.reduce((sum, one) => sum + (ended[one] ?? 0), 0)
}

/** The same groups as in the list of chatbots. */
function summaryOf(started: number, ended: Readonly<Record<string, number>>): string {
  return [
    `${started} began`,
    `${sumOf(ended, ['finished'])} finished`,
    `${sumOf(ended, ['handedOver', 'exitWord', 'takenOver', 'urgent'])} handed over`,
    `${sumOf(ended, ['silent'])} left`,
  ].join(' · ')
}

/** The blocks that patients came to, in the order of the flow. */
function rowsOf({ nodes }: Flow, blocks: readonly BlockFigures[]): BlockRow[] {
  const figures = new Map(blocks.map((one) => [one.nodeId, one]))
  return nodes.flatMap((node) => {
    const own = figures.get(node.id)
    return own === undefined ? [] : [{ ...own, node }]
  })
}

const number = (id: string, title: string, cell: (row: BlockRow) => string | number): Column<BlockRow> => ({
  ...{ id, title, align: 'end', width: '7.5rem' },
  cell: (row) => <span className="num">{cell(row)}</span>,
})

const COLUMNS: readonly Column<BlockRow>[] = [
  {
    ...{ id: 'block', title: 'Block', stacked: 'title' },
    cell: ({ node }) => (
      <span className="flex min-w-0 items-center gap-2">
        <BlockIcon kind={blockKindOf(node)} />
        <span className="min-w-0 wrap-anywhere">{titleOf(node)}</span>
      </span>
    ),
  },
  number('entered', 'Came to it', ({ entered }) => entered),
  number('answered', 'Went on', ({ answered }) => answered),
  number('notUnderstood', 'Not understood', ({ node, notUnderstood }) =>
    node.kind === 'question' ? notUnderstood : NONE,
  ),
  number('silent', 'No answer', ({ node, silent }) => (node.kind === 'question' ? silent : NONE)),
  number('time', 'Usual time', ({ medianSeconds }) => (medianSeconds === null ? NONE : waitWords(medianSeconds))),
]
