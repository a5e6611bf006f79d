import { clsx } from 'clsx'
import { ChevronDown, type LucideIcon } from 'lucide-react'
import { DeferredTrigger } from './deferred-trigger.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { Choice } from './select-panel.tsx'

interface ManySelectProps {
  /** The name of the choice; the button's name is "label: chosen ones". */
  label: string
  values: readonly string[]
  choices: readonly Choice<string>[]
  onChange: (values: string[]) => void
  /** Shown while none is chosen. */
  none?: string
  icon?: LucideIcon
  className?: string
}

const load = () => import('./many-select-panel.tsx')
const ManySelectPanel = lazyPart(async () => (await load()).ManySelectPanel)

/** A choice of several from a list. */
export function ManySelect(props: ManySelectProps) {
  const { label, values, choices, onChange, none = 'Choose', icon: Icon, className } = props
  const chosen = choices.filter(({ value }) => values.includes(value)).map((choice) => choice.label)
  const words = chosen.length === 0 ? none : chosen.join(', ')
  const look = {
    label: `${label}: ${words}`,
    className: clsx(
      'inline-flex h-8 items-center gap-1.5 rounded-md border border-control bg-raised px-2.5 text-sm text-ink hover:bg-hover pointer-coarse:h-11',
      className,
    ),
    content: (
      <>
        {Icon && <Icon aria-hidden size={14} className="shrink-0 text-muted" />}
        <span className={clsx('min-w-0 flex-1 truncate text-left', chosen.length === 0 && 'text-muted')}>{words}</span>
        <ChevronDown aria-hidden size={14} className="shrink-0 text-muted" />
      </>
    ),
  }
  return (
    <DeferredTrigger
      {...look}
      popup="listbox"
      load={load}
      full={<ManySelectPanel {...look} {...{ values, choices, onChange }} />}
    />
  )
}
