import { optionsOf } from '@foyer/contracts/chatbot/flow.rules.ts'
import type { FlowOption } from '@foyer/contracts/chatbot/flow.ts'
import { LABEL_MAX, OPTIONS_MAX } from '@foyer/contracts/chatbot/limits.rules.ts'
import { clsx } from 'clsx'
import { ArrowDown, ArrowRight, ArrowUp, CircleAlert, GripVertical, Plus, Tags, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Select } from '../../../ui/select.tsx'
import {
  type BlockProps,
  leadEvent,
  moved,
  portProblem,
  targetChoices,
  targetOf,
  unnumbered,
  withOption,
} from './settings.rules.ts'

interface AnswersFieldProps extends BlockProps {
  /** "Answers" */
  legend: string
  /** "answer" */
  word: string
  fresh: (id: string) => FlowOption
  /** More of an answer, below its label. */
  /** The menu's entry that shows it; absent where it always shows. */
  moreLabel?: string
  more?: (option: FlowOption, change: (next: Partial<FlowOption>) => void) => ReactNode
}

/** The answers of a question or the cases of a condition: label, place and target of each. */
export function AnswersField(props: AnswersFieldProps) {
  const { flow, node, findings, send, onEdit, legend, word, fresh, more, moreLabel } = props
  const [opened, setOpened] = useState<string | null>(null)
  const options = optionsOf(node)
  const add = () => {
    const taken = new Set(options.map(({ id }) => id))
    let number = options.length + 1
    while (taken.has(`${word}-${number}`)) number += 1
    onEdit({ options: unnumbered([...options, fresh(`${word}-${number}`)]) })
  }
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <ol className="space-y-1.5">
        {options.map((option, at) => {
          const { id, label } = option
          const problem = portProblem(findings, id)
          const change = (next: Partial<FlowOption>) => onEdit({ options: withOption(options, id, next) })
          const name = label || `${word} ${at + 1}`
          return (
            <li
              key={id}
              className={clsx(
                'rounded-md border bg-raised',
                problem === undefined ? 'border-line-strong' : 'border-bad-fill ring-1 ring-bad-fill',
              )}
            >
              <div className="flex h-8 items-center pointer-coarse:h-11">
                <Menu
                  label={`Change ${name}`}
                  content={<GripVertical aria-hidden size={14} />}
                  className="grid h-full w-7 shrink-0 place-items-center rounded-md text-muted hover:text-ink"
                  align="start"
                  entries={[
                    {
                      ...{ label: 'Move up', icon: ArrowUp },
                      disabledReason: at === 0 ? 'It is the first.' : undefined,
                      onSelect: () => onEdit({ options: moved(options, at, -1) }),
                    },
                    {
                      ...{ label: 'Move down', icon: ArrowDown },
                      disabledReason: at === options.length - 1 ? 'It is the last.' : undefined,
                      onSelect: () => onEdit({ options: moved(options, at, 1) }),
                    },
                    ...(moreLabel === undefined
                      ? []
                      : [{ label: moreLabel, icon: Tags, separated: true, onSelect: () => setOpened(id) }]),
                  ]}
                />
                <input
                  aria-label={`Label of ${word} ${at + 1}`}
                  dir="auto"
                  autoComplete="off"
                  maxLength={LABEL_MAX}
                  value={label}
                  onChange={({ target }) => change({ label: target.value })}
                  className="focus-inset h-full min-w-0 flex-1 bg-transparent px-1 text-sm outline-offset-[-2px]"
                />
                <IconButton
                  icon={X}
                  size="sm"
                  label={`Remove ${name}`}
                  onClick={() => onEdit({ options: unnumbered(options.filter((one) => one.id !== id)) })}
                />
              </div>
              {(moreLabel === undefined || opened === id || (option.keywords?.length ?? 0) > 0) &&
                more?.(option, change)}
              <Select
                label={`${name} leads to`}
                size="sm"
                icon={problem === undefined ? ArrowRight : CircleAlert}
                value={targetOf(flow, node, id)}
                choices={targetChoices(flow, node.id, problem ?? 'Goes nowhere. Pick a block')}
                onChange={(target) => send(leadEvent(flow, node, id, target))}
                className={clsx(
                  'h-7! w-full rounded-none! rounded-b-md! border-0! border-t! border-line! bg-transparent! pl-7! pointer-coarse:h-11!',
                  problem === undefined ? 'text-muted!' : 'font-semibold text-bad-text!',
                )}
              />
            </li>
          )
        })}
      </ol>
      {options.length < OPTIONS_MAX && (
        <Button kind="ghost" icon={Plus} size="sm" onClick={add} className="mt-1.5 -ml-1">
          {`Add ${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`}
        </Button>
      )}
    </fieldset>
  )
}
