import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react'
import type { KeyboardEvent } from 'react'
import type { TriggerLook } from '../../../ui/deferred-trigger.tsx'
import { POPOVER } from '../../../ui/popover-look.rules.ts'
import { PopoverScrim } from '../../../ui/popover-scrim.tsx'
import { usePopoverAtOnce } from '../../../ui/use-popover-at-once.ts'
import { AssignChoices, type AssignProps } from './assign-choices.tsx'

/** The button with its list, which opens at once because the button was pressed. */
export function AssignPanel({ label, content, className, ...props }: AssignProps & TriggerLook) {
  const button = usePopoverAtOnce()
  return (
    <Popover>
      {({ open, close }) => (
        <>
          <PopoverButton
            ref={button}
            aria-label={label}
            aria-haspopup="dialog"
            className={className}
            onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
              if (event.key !== 'ArrowDown' || open) return
              event.preventDefault()
              event.currentTarget.click()
            }}
          >
            {content}
          </PopoverButton>
          <PopoverPanel
            focus
            role="dialog"
            aria-label="Assign"
            anchor={{ to: 'bottom start', gap: 4, padding: 8 }}
            className={`${POPOVER} flex w-84 flex-col [--anchor-max-height:34rem]`}
            onKeyDownCapture={(event: KeyboardEvent) => {
              // The search would take the first Escape for itself.
              if (event.key !== 'Escape') return
              event.stopPropagation()
              close()
            }}
          >
            <AssignChoices {...props} onDone={() => close()} />
          </PopoverPanel>
          {open && <PopoverScrim />}
        </>
      )}
    </Popover>
  )
}
