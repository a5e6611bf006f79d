import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { useFocusBack } from './use-focus-back.ts'

const PLACES = {
  right: 'inset-y-0 right-0 w-[min(27rem,100%)] data-closed:translate-x-full',
  below:
    'inset-x-0 bottom-(--keyboard-height,0px) max-h-[85dvh] rounded-t-xl pb-[env(safe-area-inset-bottom)] data-closed:translate-y-full',
}

export interface OverlayProps {
  open: boolean
  onClose: () => void
  /** The visible heading and accessible name. */
  title: string
  children: ReactNode
}

interface OverlayPanelProps extends Omit<OverlayProps, 'open'> {
  from: keyof typeof PLACES
}

/** The focus stays inside and returns when the panel closes; Escape and a press outside close it. */
export function OverlayPanel({ onClose, title, children, from }: OverlayPanelProps) {
  useFocusBack()
  return (
    <Dialog open onClose={onClose} className="relative z-(--z-drawer)">
      <DialogBackdrop
        transition
        className="fixed inset-0 bg-scrim transition-opacity duration-(--duration-panel) data-closed:opacity-0"
      />
      <DialogPanel
        transition
        className={`fixed flex flex-col overflow-hidden bg-surface text-ink shadow-sheet transition-transform duration-(--duration-panel) ease-out ${PLACES[from]}`}
      >
        <header className="flex h-15 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
          <DialogTitle className="min-w-0 flex-1 truncate text-md font-semibold tracking-tight">{title}</DialogTitle>
          <IconButton icon={X} label="Close" size="lg" onClick={onClose} />
        </header>
        <div className="scrollbar-quiet min-h-0 flex-1 overflow-y-auto">{children}</div>
      </DialogPanel>
    </Dialog>
  )
}
