import type { Action } from '@foyer/contracts/automations/actions.rules.ts'
import type { FieldValues } from '@foyer/contracts/outreach/fields.rules.ts'
import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, CircleAlert, Split, Trash2, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Catalog } from '../use-catalog.ts'
import { ActionFields } from './action-fields.tsx'
import { actionDetail, actionTitle } from './action-words.rules.ts'
import { ConditionRows } from './condition-rows.tsx'
import { fieldsOf, newCondition } from './draft.rules.ts'
import type { Problems } from './draft-problems.rules.ts'
import { ACTION_ICONS, ACTION_TONES } from './icons.ts'
import { Wrong } from './small-fields.tsx'
import type { Written } from './wizard-memory.ts'

interface ActionRowProps {
  action: Action
  place: number
  count: number
  trigger: Written['trigger']
  problems: Problems
  catalog: Catalog
  values: FieldValues
  isOpen: boolean
  /** It is dragged by this. */
  handle: ReactNode
  /** Its number is the wrong one. */
  isWrongNumber: boolean
  onToggle: () => void
  onChange: (action: Action) => void
  onGuard: (guard: Action['onlyIf']) => void
  onNumbered: () => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** One step: its number, what it does, and its fields once it is edited. */
export function ActionRow(props: ActionRowProps) {
  const { action, place, count, problems, catalog, isOpen, isWrongNumber, handle } = props
  const { onToggle, onMove, onRemove } = props
  const path = `actions[${place}]`
  const isWrong = isWrongNumber || Object.keys(problems).some((one) => one === path || one.startsWith(`${path}.`))
  const Icon = ACTION_ICONS[action.kind]
  const fields = useId()
  const title = actionTitle(action, catalog.names)
  return (
    <div className={clsx('rounded-lg border bg-raised', isWrong ? 'border-bad-fill' : 'border-line-strong')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 p-2.5">
        <span className="-mx-1.5 max-md:hidden">{handle}</span>
        <SequenceField {...props} />
        <span
          aria-hidden
          className={clsx('grid size-8 shrink-0 place-items-center rounded-md', ACTION_TONES[action.kind])}
        >
          <Icon size={17} strokeWidth={1.75} />
        </span>
        <div className="min-w-0 flex-1 basis-32">
          <p className="text-sm font-semibold wrap-anywhere">{title}</p>
          <p className="line-clamp-2 text-xs wrap-anywhere text-muted">{actionDetail(action, catalog.names)}</p>
        </div>
        <div className="ml-auto flex items-center gap-1">
          <Button
            size="sm"
            aria-expanded={isOpen}
            aria-controls={fields}
            aria-label={`${isOpen ? 'Done with' : 'Edit'} ${title}`}
            onClick={onToggle}
          >
            {isOpen ? 'Done' : 'Edit'}
          </Button>
          <IconButton
            icon={ArrowUp}
            label="Move up"
            disabledReason={place === 0 ? 'This is the first one' : undefined}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label="Move down"
            disabledReason={place === count - 1 ? 'This is the last one' : undefined}
            onClick={() => onMove(1)}
          />
          <IconButton icon={Trash2} label="Remove" onClick={onRemove} />
        </div>
      </div>
      <div id={fields} hidden={!isOpen} className="border-t border-line p-3">
        {isOpen && <OpenRow {...props} path={path} />}
      </div>
      {!isOpen && isWrong && !isWrongNumber && (
        <p className="flex items-center gap-1 px-3 pb-2.5 text-xs text-bad-text">
          <CircleAlert aria-hidden size={13} className="shrink-0" />
          {problems[path] ?? 'Something in it is missing or wrong.'}
        </p>
      )}
    </div>
  )
}

/** Orders the list once it is left, so that rows do not move under the typing. */
function SequenceField({ action, isWrongNumber, onChange, onNumbered }: ActionRowProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      aria-label="Sequence number"
      aria-invalid={isWrongNumber || undefined}
      inputMode="numeric"
      autoComplete="off"
      value={typed ?? String(action.sequence)}
      onChange={({ target }) => {
        setTyped(target.value)
        if (/^\d{1,2}$/.test(target.value)) onChange({ ...action, sequence: Number(target.value) })
      }}
      onBlur={() => {
        setTyped(null)
        onNumbered()
      }}
      className={clsx(
        'num h-8 w-10 shrink-0 rounded-md border text-center text-sm font-medium outline-offset-2 focus-visible:outline-2 focus-visible:outline-focus max-md:text-md pointer-coarse:h-11',
        isWrongNumber ? 'border-2 border-bad-fill bg-bad text-bad-text' : 'border-control bg-raised text-ink',
      )}
    />
  )
}

function OpenRow({ path, ...props }: ActionRowProps & { path: string }) {
  const { action, problems, catalog, values, onChange } = props
  return (
    <div className="space-y-3">
      <Wrong message={problems[path]} />
      <ActionFields {...{ action, path, problems, catalog, values, onChange }} />
      <GuardFields {...props} path={path} />
    </div>
  )
}

function GuardFields({ action, path, trigger, problems, catalog, onGuard }: ActionRowProps & { path: string }) {
  const { onlyIf: guard } = action
  if (guard === null)
    return (
      <Button
        kind="ghost"
        size="sm"
        icon={Split}
        onClick={() => onGuard({ holds: true, conditions: [{ ...newCondition('run.replied'), value: false }] })}
      >
        Only if …
      </Button>
    )
  return (
    <section aria-label="Only if" className="rounded-lg bg-sunken p-2.5">
      <div className="mb-2 flex items-center justify-between gap-2">
        <Select
          label="Do it"
          value={guard.holds ? 'if' : 'unless'}
          choices={[
            { value: 'if', label: 'Only if these hold' },
            { value: 'unless', label: 'Unless these hold' },
          ]}
          onChange={(value) => onGuard({ ...guard, holds: value === 'if' })}
        />
        <IconButton icon={X} label="Do it always" onClick={() => onGuard(null)} />
      </div>
      <ConditionRows
        {...{ problems, catalog }}
        items={guard.conditions}
        path={`${path}.onlyIf.conditions`}
        fields={fieldsOf(trigger, 'guards')}
        onChange={(conditions) => onGuard(conditions.length === 0 ? null : { ...guard, conditions })}
      />
    </section>
  )
}
