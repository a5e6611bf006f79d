import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { Check } from 'lucide-react'
import { type TriggerLook, useOpenAtOnce } from './deferred-trigger.tsx'
import { POPOVER } from './popover-look.rules.ts'
import { PopoverScrim } from './popover-scrim.tsx'
import type { Choice } from './select-panel.tsx'

interface ManySelectPanelProps extends TriggerLook {
  values: readonly string[]
  choices: readonly Choice<string>[]
  onChange: (values: string[]) => void
}

/** The list of a choice of several: it stays open while they are chosen. */
export function ManySelectPanel({ label, content, className, values, choices, onChange }: ManySelectPanelProps) {
  const button = useOpenAtOnce()
  return (
    <Listbox multiple value={[...values]} onChange={onChange}>
      {({ open }) => (
        <>
          <ListboxButton ref={button} aria-label={label} className={className}>
            {content}
          </ListboxButton>
          <ListboxOptions
            modal={false}
            anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
            className={`${POPOVER} min-w-(--button-width)`}
          >
            {choices.map((choice) => (
              <ListboxOption
                key={choice.value}
                value={choice.value}
                className="group flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1.5 text-sm data-focus:bg-selected-soft pointer-coarse:min-h-11"
              >
                <span
                  aria-hidden
                  className="grid size-4 shrink-0 place-items-center rounded-xs border border-control group-data-selected:border-accent group-data-selected:bg-accent group-data-selected:text-on-accent"
                >
                  <Check size={12} strokeWidth={3} className="invisible group-data-selected:visible" />
                </span>
                <span className="min-w-0 flex-1">{choice.label}</span>
              </ListboxOption>
            ))}
          </ListboxOptions>
          {open && <PopoverScrim />}
        </>
      )}
    </Listbox>
  )
}
