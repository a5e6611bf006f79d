import { TRIGGERS, type Trigger, type TriggerCard, triggerCards } from '@foyer/contracts/automations/triggers.rules.ts'
import { clsx } from 'clsx'
import { ChevronRight } from 'lucide-react'
import { Fragment, useId } from 'react'
import { Select } from '../../../ui/select.tsx'
import type { Catalog } from '../use-catalog.ts'
import { isCardOf, newTrigger } from './draft.rules.ts'
import type { Problems } from './draft-problems.rules.ts'
import { TRIGGER_ICONS } from './icons.ts'
import { DurationField, NumberField, Wrong } from './small-fields.tsx'
import { TriggerFields } from './trigger-fields.tsx'

interface TriggerStepProps {
  trigger: Trigger | null
  problems: Problems
  catalog: Catalog
  onChange: (trigger: Trigger) => void
}

/** The cards that the organization may use now, in their groups; a trigger that it has already stays among them. */
function groupsOf(catalog: Catalog, trigger: Trigger | null): [string, readonly TriggerCard[]][] {
  const kinds = catalog.data?.triggers.map(({ kind }) => kind)
  const offered = triggerCards.filter(
    ({ kind }) => kinds === undefined || kinds.includes(kind) || kind === trigger?.kind,
  )
  return [...Map.groupBy(offered, ({ group }) => group)]
}

/** The first step: one card, and below its group the fields that it has. */
export function TriggerStep({ trigger, problems, catalog, onChange }: TriggerStepProps) {
  const name = useId()
  return (
    <>
      <Wrong message={problems.trigger} />
      {groupsOf(catalog, trigger).map(([group, cards]) => {
        return (
          <fieldset key={group} className="mt-5 first:mt-0">
            <legend className="mb-2 text-sm font-semibold">{group}</legend>
            <div className="grid gap-2 md:grid-cols-2">
              {cards.map((card) => {
                const isChosen = isCardOf(card, trigger)
                return (
                  <Fragment key={card.card}>
                    <Card {...{ card, name, isChosen }} onChoose={() => onChange(newTrigger(card))} />
                    {/* On phones below its card, else below its group. */}
                    {isChosen && trigger !== null && (
                      <div className="space-y-3 rounded-lg bg-selected-soft p-3 md:order-last md:col-span-2">
                        <TriggerFields {...{ trigger, problems, catalog, onChange }} />
                        <Limits {...{ trigger, problems, onChange }} />
                      </div>
                    )}
                  </Fragment>
                )
              })}
            </div>
          </fieldset>
        )
      })}
    </>
  )
}

interface CardProps {
  card: TriggerCard
  name: string
  isChosen: boolean
  onChoose: () => void
}

function Card({ card: { kind, card, hint }, name, isChosen, onChoose }: CardProps) {
  const id = useId()
  const Icon = TRIGGER_ICONS[kind]
  return (
    <label
      className={clsx(
        'flex cursor-pointer items-start gap-3 rounded-lg border p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        isChosen ? 'border-accent bg-selected-soft ring-1 ring-accent' : 'border-line-strong bg-raised hover:bg-hover',
      )}
    >
      <input
        type="radio"
        {...{ name }}
        checked={isChosen}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1">
        <span id={`${id}-name`} className="block text-sm font-semibold">
          {card}
        </span>
        <span id={`${id}-hint`} className="block text-xs text-muted">
          {hint}
        </span>
      </span>
      <Icon
        aria-hidden
        size={18}
        strokeWidth={1.75}
        className={clsx('shrink-0', isChosen ? 'text-link' : 'text-muted')}
      />
    </label>
  )
}

/** The facts that starts are counted by. */
function subjectWord(trigger: Trigger): string {
  const { group, has } = TRIGGERS[trigger.kind]
  if (has.includes('visit')) return 'visit'
  return group === 'Messages' || group === 'Conversations' || has.includes('conversation') ? 'conversation' : 'patient'
}

const DAY = { n: 1, unit: 'days' } as const

/** How often it starts again, and how often in an hour at the most. */
function Limits({
  trigger,
  problems,
  onChange,
}: Pick<TriggerStepProps, 'problems'> & { trigger: Trigger; onChange: (trigger: Trigger) => void }) {
  const { repeat, perHour } = trigger
  const isOpen = problems['trigger.repeat'] !== undefined || problems['trigger.perHour'] !== undefined
  const about = subjectWord(trigger)
  return (
    <details open={isOpen || undefined} className="group text-sm">
      <summary className="inline-flex min-h-6 cursor-pointer items-center gap-1 rounded-sm text-muted hover:text-ink pointer-coarse:min-h-11">
        <ChevronRight
          aria-hidden
          size={15}
          className="shrink-0 transition-transform duration-(--duration-hover) group-open:rotate-90"
        />
        {`Limits: ${limitWords(repeat, about)}, at most ${perHour.toLocaleString('en-US')} an hour`}
      </summary>
      <div className="mt-2 flex flex-wrap items-start gap-2 leading-8">
        <Select
          label={`Again for the same ${about}`}
          value={typeof repeat === 'string' ? repeat : 'after'}
          choices={[
            { value: 'always', label: `each time for the same ${about}` },
            { value: 'never', label: `once for the same ${about}` },
            { value: 'after', label: `again for the same ${about} after` },
          ]}
          onChange={(value) => onChange({ ...trigger, repeat: value === 'after' ? DAY : value })}
        />
        {typeof repeat !== 'string' && (
          <DurationField
            label="After"
            value={repeat}
            error={problems['trigger.repeat']}
            onChange={(next) => onChange({ ...trigger, repeat: next })}
          />
        )}
        <span>at most</span>
        <NumberField
          label="Starts an hour"
          hideLabel
          className="w-20"
          error={problems['trigger.perHour']}
          value={perHour === 0 ? '' : perHour}
          onChange={(n) => onChange({ ...trigger, perHour: n === '' ? 0 : n })}
        />
        <span>starts an hour; those above wait for a person</span>
      </div>
    </details>
  )
}

function limitWords(repeat: Trigger['repeat'], about: string): string {
  if (repeat === 'always') return `each time for the same ${about}`
  if (repeat === 'never') return `once for the same ${about}`
  return `again for the same ${about} after ${repeat.n} ${repeat.unit}`
}
