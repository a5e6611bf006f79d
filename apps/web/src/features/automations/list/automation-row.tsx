import type { Automation } from '@foyer/contracts/automations/automation.ts'
import { clsx } from 'clsx'
import {
  ArrowDown,
  ArrowUp,
  CircleAlert,
  CircleCheck,
  Copy,
  Ellipsis,
  History,
  Pencil,
  Trash2,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { conversationTime } from '../../../lib/time-labels.rules.ts'
import { offlineReason } from '../../../parts/use-offline.ts'
import { squareLook } from '../../../ui/button-look.rules.ts'
import { Link } from '../../../ui/link.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { RUN_STATES } from '../runs/run-words.rules.ts'
import { Switch } from '../switch.tsx'
import { healthWords, STATE_WORDS, weekWords } from './automation-rows.rules.ts'
import type { AutomationActions } from './use-automation-actions.ts'

interface AutomationRowProps {
  automation: Automation
  actions: AutomationActions
  now: Date
  timezone: string
  offline: boolean
  place: number
  /** It is dragged by this. */
  handle: ReactNode
  /** Why it can't move up or down now. */
  unmovable: { readonly up: string | undefined; readonly down: string | undefined }
}

const HEALTH = {
  ok: { icon: CircleCheck, look: 'text-ok-text' },
  watch: { icon: TriangleAlert, look: 'text-warn-text' },
  failing: { icon: CircleAlert, look: 'text-bad-text' },
} as const

/** One automation: its switch, its sentence, and how it does. */
export function AutomationRow(props: AutomationRowProps) {
  const { automation, actions, now, timezone, offline, handle } = props
  const { _id, name, state, sentence, number, hasDraft, lastRun, health } = automation
  const busy = actions.busy === _id
  const { icon: HealthIcon, look } = HEALTH[health]
  const why =
    number === null ? 'It has no version yet: open it and turn it on there.' : offlineReason(offline, 'Switching')
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-3 md:grid-cols-[auto_auto_minmax(0,1fr)_8rem_7rem_auto] md:pr-5 md:pl-2">
      <div className="self-start pt-0.5 max-md:hidden">{handle}</div>
      <div className="self-start pt-0.5">
        <Switch
          label={`${name} is on`}
          checked={state === 'on'}
          {...{ busy }}
          disabledReason={why}
          onChange={(on) => void actions.turn(automation, on)}
        />
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={number === null ? `/automations/${_id}/edit` : `/automations/${_id}`}
            className="min-w-0 text-base font-medium wrap-anywhere underline-offset-2 hover:underline pointer-coarse:py-2"
          >
            <bdi>{name}</bdi>
          </Link>
          <StateChip {...{ state }} />
          {hasDraft && number !== null && <span className="text-xs text-muted">Draft not turned on</span>}
        </p>
        <p className="mt-0.5 line-clamp-2 text-sm wrap-anywhere text-muted">{sentence}</p>
      </div>
      <p className="num text-sm max-md:col-start-2 max-md:text-xs max-md:text-muted">
        <span className="md:block">{weekWords(automation)}</span>
        <span className="text-xs text-muted">
          <span className="md:hidden"> · </span>
          {lastRun === null
            ? 'Never ran'
            : `${RUN_STATES[lastRun.state]} ${conversationTime(new Date(lastRun.at), now, timezone)}`}
        </span>
      </p>
      <p className={clsx('flex items-center gap-1.5 text-sm max-md:col-start-2 max-md:text-xs', look)}>
        <HealthIcon aria-hidden size={15} className="shrink-0" />
        {healthWords(automation)}
      </p>
      <RowMenu {...props} />
    </div>
  )
}

const CHIPS: Readonly<Record<Automation['state'], string>> = {
  draft: 'border-line-strong bg-raised text-muted',
  on: 'border-ok-line bg-ok text-ok-text',
  off: 'border-line-strong bg-raised text-muted',
  stopped: 'border-warn-line bg-warn text-warn-text',
}

export function StateChip({ state }: Pick<Automation, 'state'>) {
  return (
    <span className={clsx('rounded-full border px-2 py-px text-xs font-medium', CHIPS[state])}>
      {STATE_WORDS[state]}
    </span>
  )
}

function RowMenu({ automation, actions, offline, place, unmovable }: AutomationRowProps) {
  const navigate = useNavigate()
  const { _id, name, number } = automation
  return (
    <div className="max-md:col-start-3 max-md:row-start-1">
      <Menu
        label={`More for ${name}`}
        align="end"
        content={<Ellipsis aria-hidden size={16} />}
        className={squareLook('ghost', 'md')}
        entries={[
          { label: 'Edit', icon: Pencil, onSelect: () => void navigate(`/automations/${_id}/edit`) },
          {
            ...{ label: 'Duplicate', icon: Copy, onSelect: () => void actions.duplicate(automation) },
            disabledReason: offlineReason(offline, 'Duplicating'),
          },
          {
            ...{ label: 'History', icon: History },
            onSelect: () => void navigate(`/automations/${_id}?tab=history`),
            disabledReason: number === null ? 'It has no version yet.' : undefined,
          },
          {
            ...{ label: 'Move up', icon: ArrowUp, separated: true, disabledReason: unmovable.up },
            onSelect: () => void actions.move(automation, place - 1),
          },
          {
            ...{ label: 'Move down', icon: ArrowDown, disabledReason: unmovable.down },
            onSelect: () => void actions.move(automation, place + 1),
          },
          {
            ...{ label: 'Remove', icon: Trash2, danger: true, separated: true },
            onSelect: () => void actions.remove(automation),
            disabledReason: offlineReason(offline, 'Removing'),
          },
        ]}
      />
    </div>
  )
}
