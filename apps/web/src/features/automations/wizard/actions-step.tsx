import { ACTIONS, ACTIONS_MAX, type Action, type ActionKind } from '@foyer/contracts/automations/actions.rules.ts'
import { canHave } from '@foyer/contracts/automations/triggers.rules.ts'
import type { FieldValues } from '@foyer/contracts/outreach/fields.rules.ts'
import { clsx } from 'clsx'
import { CircleAlert, Split } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { buttonLook } from '../../../ui/button-look.rules.ts'
import { Menu } from '../../../ui/menu.tsx'
import { Handle, SortableRows, useSortableRow } from '../sortable-rows.tsx'
import type { Catalog } from '../use-catalog.ts'
import { ActionRow } from './action-row.tsx'
import { actionTitle } from './action-words.rules.ts'
import {
  inOrder,
  moved,
  newAction,
  newBranches,
  placeAfter,
  renumbered,
  withGuard,
  withoutAction,
  wrongSequence,
} from './draft.rules.ts'
import type { Problems } from './draft-problems.rules.ts'
import { ACTION_ICONS } from './icons.ts'
import { Wrong } from './small-fields.tsx'
import { FilledAction } from './text-fields.tsx'
import type { Written } from './wizard-memory.ts'

interface ActionsStepProps {
  written: Written
  problems: Problems
  catalog: Catalog
  values: FieldValues
  onChange: (actions: readonly Action[]) => void
}

/** The buttons before and behind "If / else", and the entries of the menu. */
const KINDS: readonly (readonly ActionKind[])[] = [
  ['sendSms', 'sendEmail', 'wait'],
  ['assignToStaff', 'markRequest', 'markConfirmed', 'notifyStaff'],
  [
    ...(['closeConversation', 'snoozeConversation', 'starConversation', 'addNote'] as const),
    ...(['startDrip', 'handToChatbot', 'stop'] as const),
  ],
]
/** So many buttons fit in one line behind "If / else". */
const BESIDE = 3
const FULL = `An automation has at most ${ACTIONS_MAX} actions.`

/** The actions that the organization may use and that the trigger has somebody for. */
function offered(kinds: readonly ActionKind[], { trigger }: Written, { data }: Catalog): readonly ActionKind[] {
  return kinds.filter((kind) => {
    const { needs } = ACTIONS[kind]
    const fits = trigger === null || needs.length === 0 || needs.some((one) => canHave(trigger, one))
    return fits && (data === undefined || data.actions.some((one) => one.kind === kind))
  })
}

/** The third step: what is done, in which order. */
export function ActionsStep({ written, problems, catalog, values, onChange }: ActionsStepProps) {
  const { actions, trigger } = written
  const [open, setOpen] = useState<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const [focused, setFocused] = useState<number | null>(null)
  // A step that was just added is opened, and the focus goes to its first field.
  useEffect(() => {
    if (focused === null) return
    const row = list.current?.querySelectorAll<HTMLElement>(':scope > li')[focused]
    const field = row?.querySelector<HTMLElement>('[id]:not([hidden]) :is(textarea, input, button[aria-haspopup])')
    field?.focus()
    setFocused(null)
  }, [focused])
  const wrong = wrongSequence(actions)
  // An open row shows its own words.
  const first = actions.find((one) => one.kind === 'sendSms') ?? actions.find((one) => one.kind === 'sendEmail')
  const change = (next: readonly Action[]) => onChange(next)
  const put = (place: number, action: Action) => change(actions.map((one, at) => (at === place ? action : one)))

  function add(added: readonly Action[]): void {
    change([...actions, ...added])
    setOpen(actions.length)
    setFocused(actions.length)
  }

  function move(from: number, to: number): void {
    change(moved(actions, from, to))
    setOpen(open === null ? null : placeAfter(open, from, to))
  }

  return (
    <>
      <Wrong message={actions.length === 0 ? problems.actions : undefined} />
      {actions.length === 0 && (
        <p className="rounded-lg border border-dashed border-control px-4 py-6 text-center text-sm text-muted">
          Nothing happens yet. Add the first action below.
        </p>
      )}
      <SortableRows
        rows={actions.map((action, place) => ({ id: idOf(place), name: actionTitle(action, catalog.names) }))}
        onMove={move}
      >
        <ol ref={list} aria-label="Actions" className="[&>li+li]:relative [&>li+li]:pt-3">
          {actions.map((action, place) => (
            <ActionItem
              // A step has no other identity than its place.
              key={`${place} ${action.kind}`}
              {...{ action, place, problems, catalog, values, trigger }}
              count={actions.length}
              isOpen={open === place}
              wrong={wrong?.place === place ? wrong.message : null}
              onRenumber={() => change(renumbered(actions))}
              onToggle={() => setOpen(open === place ? null : place)}
              onChange={(next) => put(place, next)}
              onGuard={(guard) => change(withGuard(actions, place, guard))}
              onNumbered={() => {
                const sorted = inOrder(actions)
                if (sorted.some((one, at) => one !== actions[at])) {
                  setOpen(null)
                  change(sorted)
                }
              }}
              onMove={(by) => move(place, place + by)}
              onRemove={() => {
                setOpen(null)
                change(withoutAction(actions, place))
              }}
            />
          ))}
        </ol>
      </SortableRows>
      <Toolbar {...{ written, catalog }} isFull={actions.length >= ACTIONS_MAX} onAdd={add} />
      {open === null && first !== undefined && (
        <div className="mt-5">
          <FilledAction action={first} {...{ catalog, values }} />
        </div>
      )}
    </>
  )
}

const idOf = (place: number) => `step ${place + 1}`

interface ActionItemProps extends Omit<ComponentProps<typeof ActionRow>, 'handle' | 'isWrongNumber'> {
  /** The words on its number; null for a right one. */
  wrong: string | null
  onRenumber: () => void
}

function ActionItem({ wrong, onRenumber, ...row }: ActionItemProps) {
  const { action, place, count, catalog } = row
  const sorted = useSortableRow(idOf(place))
  return (
    <li
      {...sorted.row}
      className={clsx(
        '[&+&]:before:absolute [&+&]:before:top-0 [&+&]:before:left-7.5 [&+&]:before:h-3 [&+&]:before:w-px [&+&]:before:bg-line-strong',
        sorted.isDragging && 'relative z-1',
      )}
    >
      <ActionRow
        {...row}
        isWrongNumber={wrong !== null}
        handle={
          <Handle
            label={`Drag ${actionTitle(action, catalog.names)}`}
            handle={sorted.handle}
            disabledReason={count === 1 ? 'This is the only one' : undefined}
          />
        }
      />
      {wrong !== null && (
        <p role="alert" className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5 pl-3 text-xs text-bad-text">
          <CircleAlert aria-hidden size={13} className="shrink-0" />
          {wrong}
          <button
            type="button"
            onClick={onRenumber}
            className="min-h-6 font-medium text-link underline underline-offset-2 pointer-coarse:min-h-11"
          >
            {`Renumber 1 to ${count}`}
          </button>
        </p>
      )}
    </li>
  )
}

/** The arrow keys go from button to button, as in other toolbars. */
function moveFocus({ key, currentTarget, target }: KeyboardEvent<HTMLElement>): void {
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button')]
  const place = buttons.indexOf(target as HTMLElement)
  if (by !== 0 && place >= 0) buttons[(place + by + buttons.length) % buttons.length]?.focus()
}

interface ToolbarProps {
  written: Written
  catalog: Catalog
  isFull: boolean
  onAdd: (actions: readonly Action[]) => void
}

function Toolbar({ written, catalog, isFull, onAdd }: ToolbarProps) {
  const { actions, trigger } = written
  const why = isFull ? FULL : undefined
  const [first = [], middle = [], last = []] = KINDS.map((kinds) => offered(kinds, written, catalog))
  const [second, others] = [middle.slice(0, BESIDE), [...middle.slice(BESIDE), ...last]]
  const button = (kind: ActionKind) => (
    <Button
      key={kind}
      size="sm"
      icon={ACTION_ICONS[kind]}
      disabledReason={why}
      onClick={() => onAdd([newAction(kind, actions)])}
    >
      {ACTIONS[kind].label}
    </Button>
  )
  return (
    <div
      role="toolbar"
      aria-label="Add an action"
      onKeyDown={moveFocus}
      className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4"
    >
      {first.map(button)}
      <Button
        size="sm"
        icon={Split}
        disabledReason={actions.length + 2 > ACTIONS_MAX ? FULL : undefined}
        onClick={() => onAdd(newBranches(trigger, actions))}
      >
        If / else
      </Button>
      {second.map(button)}
      {others.length > 0 && (
        <Menu
          label="More actions"
          content="More"
          className={buttonLook('default', 'sm')}
          entries={others.map((kind) => ({
            ...{ label: ACTIONS[kind].label, icon: ACTION_ICONS[kind], disabledReason: why },
            onSelect: () => onAdd([newAction(kind, actions)]),
          }))}
        />
      )}
    </div>
  )
}
