import { fold } from '@foyer/contracts/fold.rules.ts'
import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions } from '@headlessui/react'
import { useState } from 'react'

export interface Pick {
  readonly id: string
  readonly label: string
}

interface PickBoxProps {
  /** "Connect to" */
  label: string
  picks: readonly Pick[]
  onPick: (id: string) => void
  onClose: () => void
}

/** A choice over the canvas by typing: the port that is connected, and then its target. */
export function PickBox({ label, picks, onPick, onClose }: PickBoxProps) {
  const [typed, setTyped] = useState('')
  const asked = fold(typed.trim())
  const found = picks.filter(({ label: name }) => fold(name).includes(asked))
  return (
    <div className="absolute top-14 left-1/2 z-(--z-popover) w-72 max-w-[calc(100%-1rem)] -translate-x-1/2 rounded-lg bg-raised p-2 shadow-pop">
      <Combobox<Pick | null>
        immediate
        value={null}
        onChange={(pick) => {
          if (pick !== null) onPick(pick.id)
        }}
      >
        <p aria-hidden className="text-xs font-medium text-muted">
          {label}
        </p>
        <ComboboxInput
          autoFocus
          aria-label={label}
          autoComplete="off"
          maxLength={60}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            onClose()
          }}
          className="focus-shell mt-1 h-8 w-full rounded-md border border-control bg-raised px-2.5 text-sm text-ink outline-none"
        />
        <ComboboxOptions static className="scrollbar-quiet mt-1 max-h-60 overflow-y-auto outline-none">
          {found.map((pick) => (
            <ComboboxOption
              key={pick.id}
              value={pick}
              className="cursor-default truncate rounded-sm px-2 py-1.5 text-sm text-ink data-focus:bg-selected"
            >
              {pick.label}
            </ComboboxOption>
          ))}
        </ComboboxOptions>
        {found.length === 0 && <p className="px-2 py-1.5 text-sm text-muted">No block has this name.</p>}
      </Combobox>
    </div>
  )
}
