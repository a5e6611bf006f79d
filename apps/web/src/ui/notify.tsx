import { TOASTS } from '@foyer/contracts/defaults.ts'
import type { ReactNode } from 'react'
import toast from 'react-hot-toast/headless'
import { Link } from './link.tsx'
import { forgetToasts, keepToast } from './toast-log.ts'
import { UNDO_MS } from './undo.rules.ts'

/** A notice interrupts, so its toast leaves time to read the name and to follow the link. */
const NEWS_MS = 8_000

interface Offer {
  readonly take: () => void
  readonly withdraw: () => void
}

/** The actions that can still be undone, newest last. */
const offers: Offer[] = []

/** [CONST-23] Reports a success for two seconds. The bell leaves it out: it tells nothing new to the person who did it. */
export function notifySuccess(text: string): void {
  toast.success(text, { duration: TOASTS.successMs })
}

/** [CONST-22] Reports a failure for four seconds; screen readers announce it at once. */
export function notifyError(text: string): void {
  keepToast(text)
  toast.error(text, { duration: TOASTS.durationMs })
}

/** Tells of a notice, with a link to its page. The toast log leaves it out, because the bell lists it. */
export function notifyNews(text: ReactNode, to: string): void {
  const id = toast(<WithLink text={text} to={to} onFollow={() => toast.dismiss(id)} />, { duration: NEWS_MS })
}

/** Offers to undo an action: by the toast's button while it is shown, and by Z for eight seconds. */
export function notifyUndo(text: string, undo: () => void): void {
  const take = () => {
    withdraw()
    toast.dismiss(id)
    undo()
  }
  const withdraw = () => {
    clearTimeout(timer)
    const place = offers.indexOf(offer)
    if (place >= 0) offers.splice(place, 1)
  }
  const offer = { take, withdraw }
  const timer = setTimeout(withdraw, UNDO_MS)
  offers.push(offer)
  const id = toast.success(<WithUndo text={text} onUndo={take} />, { duration: TOASTS.durationMs })
}

/** Undoes the newest action, if any can be undone. */
export function undoNewest(): void {
  offers.at(-1)?.take()
}

export function canUndo(): boolean {
  return offers.length > 0
}

/**
 * Reports that code could not be loaded: offline, or after a deployment. Shown once, even if several parts are missing.
 */
export function notifyLoadFailed(): void {
  toast.error(<WithReload />, { id: 'not fetched', duration: TOASTS.durationMs })
}

function WithReload() {
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1">This couldn’t be loaded. If you’re online, there may be a new version.</span>
      <button
        type="button"
        className="inline-flex h-6 items-center rounded-sm px-1.5 font-semibold text-link pointer-coarse:h-11"
        onClick={() => window.location.reload()}
      >
        Reload
      </button>
    </span>
  )
}

/** Removes all notices and undos: they are about the patients of one organization and for one person. [STATE-08] */
export function forgetNotices(): void {
  for (const { withdraw } of [...offers]) withdraw()
  toast.remove()
  forgetToasts()
}

function WithLink({ text, to, onFollow }: { text: ReactNode; to: string; onFollow: () => void }) {
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1">{text}</span>
      <Link
        to={to}
        onClick={onFollow}
        className="inline-flex h-6 items-center rounded-sm px-1.5 font-semibold text-link pointer-coarse:h-11"
      >
        Open
      </Link>
    </span>
  )
}

function WithUndo({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1">{text}</span>
      <button
        type="button"
        aria-keyshortcuts="z"
        className="inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 font-semibold text-link pointer-coarse:h-11"
        onClick={onUndo}
      >
        Undo
        <kbd
          aria-hidden
          className="rounded-sm border border-line-strong px-1 font-sans text-2xs font-medium text-muted pointer-coarse:hidden"
        >
          Z
        </kbd>
      </button>
    </span>
  )
}
