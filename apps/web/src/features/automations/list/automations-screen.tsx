import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { clsx } from 'clsx'
import { Plus, Workflow } from 'lucide-react'
import { useNow } from '../../../lib/use-now.ts'
import { PageSheet } from '../../../parts/page-sheet.tsx'
import { QueryState } from '../../../parts/query-state.tsx'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useApp, useServices } from '../../../parts/services.tsx'
import { Note } from '../../../parts/state-notes.tsx'
import { offlineReason, useOffline } from '../../../parts/use-offline.ts'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { TabRow } from '../../../ui/tab-row.tsx'
import { beginAutomation } from '../new-automation.ts'
import { Handle, SortableRows, useSortableRow } from '../sortable-rows.tsx'
import { AutomationRow } from './automation-row.tsx'
import { inOrderOf, isInTab, type StateTab, stateTabs, TAB_LABELS } from './automation-rows.rules.ts'
import { PauseAll, PauseBanner } from './pause-all.tsx'
import { Recipes } from './recipes.tsx'
import { RemovedAutomations } from './removed-automations.tsx'
import { type AutomationActions, useAutomationActions } from './use-automation-actions.ts'
import { useAutomations } from './use-automations.ts'

interface AutomationsScreenProps {
  organizationId: string
  timezone: string
}

/** [AUTO-01] The automations in the order in which they are asked. */
export function AutomationsScreen({ organizationId, timezone }: AutomationsScreenProps) {
  const { values, change, clear } = useFilters(['state'])
  const tab = stateTabs.find((one) => one === values.state) ?? 'all'
  const list = useAutomations(organizationId)
  const actions = useAutomationActions(organizationId, list)
  const app = useApp()
  const now = useNow(useServices().clock)
  const offline = useOffline()
  const create = (
    <Link to="/automations/new" className={buttonLook('primary', 'md')} onClick={() => beginAutomation(app)}>
      <Plus aria-hidden size={16} />
      New automation
    </Link>
  )
  const count = list.data?.length ?? 0
  return (
    <>
      {list.pause !== null && (
        <PauseBanner
          pause={list.pause}
          {...{ now, timezone, offline }}
          busy={actions.busy === 'pause'}
          onResume={() => void actions.pause(null)}
        />
      )}
      <PageSheet
        title="Automations"
        lead="What the clinic no longer has to remember: when this happens, for these patients, do that."
        wide
        action={
          <div className="flex flex-wrap gap-2">
            <Link to="/automations/runs" className={buttonLook('ghost', 'md')}>
              Runs
            </Link>
            {count > 0 && (
              <PauseAll
                {...{ now, timezone, offline }}
                busy={actions.busy !== null}
                onPause={(until) => void actions.pause(until)}
              />
            )}
            {create}
          </div>
        }
      >
        <div>
          <QueryState query={list} what="The automations" rows={5}>
            {(automations) => (
              <>
                <TabRow<StateTab>
                  label="State"
                  value={tab}
                  onChange={(next) => change({ state: next === 'all' ? '' : next })}
                  className="flex min-w-0 gap-5 overflow-x-auto px-4 [scrollbar-width:none] md:px-5"
                  entries={stateTabs.map((value) => ({
                    value,
                    content: tabWords(automations, value),
                    className: clsx(
                      'focus-inset num min-h-12 shrink-0 border-y-2 border-t-transparent px-0.5 text-sm whitespace-nowrap pointer-coarse:min-w-11',
                      value === tab ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-ink',
                    ),
                  }))}
                />
                {tab === 'removed' ? (
                  <RemovedAutomations {...{ organizationId, actions, now, timezone, offline }} />
                ) : automations.length === 0 ? (
                  <div className="border-t border-line">
                    <Recipes {...{ organizationId, create }} />
                  </div>
                ) : (
                  <Rows
                    automations={inOrderOf(automations, actions.order)}
                    {...{ tab, actions, now, timezone, offline }}
                    onClear={clear}
                  />
                )}
              </>
            )}
          </QueryState>
        </div>
      </PageSheet>
    </>
  )
}

function tabWords(automations: readonly Automation[], tab: StateTab): string {
  if (tab === 'removed') return TAB_LABELS.removed
  return `${TAB_LABELS[tab]} ${automations.filter((one) => isInTab(one, tab)).length}`
}

interface RowsProps {
  automations: readonly Automation[]
  tab: StateTab
  actions: AutomationActions
  now: Date
  timezone: string
  offline: boolean
  onClear: () => void
}

function Rows({ automations, tab, actions, now, timezone, offline, onClear }: RowsProps) {
  const shown = automations.filter((one) => isInTab(one, tab))
  const barred = tab === 'all' ? offlineReason(offline, 'Moving it') : 'Show all of them to change their order.'
  if (shown.length === 0)
    return (
      <div className="border-t border-line">
        <Note icon={Workflow} title="No automation fits" detail="None of them is in this state.">
          <Button onClick={onClear}>Show all of them</Button>
        </Note>
      </div>
    )
  return (
    <SortableRows
      rows={shown.map(({ _id: id, name }) => ({ id, name }))}
      onMove={(from, to) => {
        const dragged = shown[from]
        if (dragged !== undefined) void actions.move(dragged, to)
      }}
    >
      <ul aria-label="Automations" className="divide-y divide-line border-t border-line">
        {shown.map((automation) => (
          <Row
            key={automation._id}
            {...{ automation, actions, now, timezone, offline, barred }}
            place={automations.indexOf(automation)}
            last={automations.length - 1}
          />
        ))}
      </ul>
    </SortableRows>
  )
}

interface RowProps extends Pick<RowsProps, 'actions' | 'now' | 'timezone' | 'offline'> {
  automation: Automation
  place: number
  last: number
  /** Why no row can be moved. */
  barred: string | undefined
}

function Row({ automation, place, last, barred, ...row }: RowProps) {
  const { _id, name } = automation
  const sorted = useSortableRow(_id, barred !== undefined)
  return (
    <li
      {...sorted.row}
      data-automation-id={_id}
      className={clsx(sorted.isDragging && 'relative z-1 bg-raised shadow-drag')}
    >
      <AutomationRow
        {...{ automation, place, ...row }}
        handle={<Handle label={`Drag ${name}`} handle={sorted.handle} disabledReason={barred} />}
        unmovable={{
          up: barred ?? (place === 0 ? 'It is the first one.' : undefined),
          down: barred ?? (place === last ? 'It is the last one.' : undefined),
        }}
      />
    </li>
  )
}
