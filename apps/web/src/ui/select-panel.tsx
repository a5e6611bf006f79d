import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { Check } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type TriggerLook, useOpenAtOnce } from './deferred-trigger.tsx'
import { POPOVER } from './popover-look.rules.ts'
import { PopoverScrim } from './popover-scrim.tsx'

export interface Choice<Value extends string> {
  value: Value
  label: string
}

interface SelectPanelProps extends TriggerLook {
  value: string
  choices: readonly Choice<string>[]
  held: boolean
  onChange: (value: string) => void
}

export function SelectPanel({ label, content, className, value, choices, held, onChange }: SelectPanelProps) {
  const button = useOpenAtOnce()
  return (
    <Listbox value={value} onChange={onChange}>
      {({ open }) => (
        <>
          <ListboxButton as={Trigger} ref={button} held={held} aria-label={label} className={className}>
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
                className="group flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1.5 text-sm data-focus:bg-selected-soft data-selected:font-medium pointer-coarse:min-h-11"
              >
                <span className="min-w-0 flex-1">{choice.label}</span>
                <Check aria-hidden size={16} className="invisible shrink-0 text-link group-data-selected:visible" />
              </ListboxOption>
            ))}
          </ListboxOptions>
          {open && <PopoverScrim />}
        </>
      )}
    </Listbox>
  )
}

/** Headless UI would keep Tab too from a button that is `aria-disabled`, or let go of the focus of one that is disabled. */
function Trigger({ held, ...props }: ComponentProps<'button'> & { held: boolean }) {
  const { onClick, onMouseDown, onPointerDown, onKeyDown, onKeyUp, onKeyPress, ...rest } = props
  const acts = { onClick, onMouseDown, onPointerDown, onKeyDown, onKeyUp, onKeyPress }
  return <button type="button" {...rest} {...(held ? { 'aria-disabled': true } : acts)} />
}
