import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { KeyboardProvider } from '../src/app/keyboard-provider.tsx'
import { squareLook } from '../src/ui/button-look.rules.ts'
import type { Entry } from './gallery-entry.ts'
import { ThemeSwitch } from './gallery-page.tsx'
import { parts } from './parts.ts'
import { dismissAll } from './still.ts'

const all = Object.entries(parts).flatMap(([name, { title, entries }]) =>
  Object.entries(entries).map(([state, entry]) => ({ at: `${name}/${state}`, part: title, entry })),
)

/** Shows one state in the whole window, with a strip that leads to the next one. */
export function EntryPage() {
  const { part, state } = useParams()
  const place = all.findIndex(({ at }) => at === `${part}/${state}`)
  const shown = all[place]
  if (!shown) return <main className="p-8">There is no such entry.</main>
  return (
    <div className="flex h-dvh flex-col bg-canvas text-ink">
      <title>{`${shown.entry.title} · ${shown.part} · Gallery`}</title>
      <nav aria-label="Gallery" className="flex h-10 shrink-0 items-center gap-1 border-b border-line px-3 text-xs">
        <Link to="/gallery" className="font-semibold text-link">
          Gallery
        </Link>
        <span aria-hidden>/</span>
        <span className="min-w-0 flex-1 truncate">{`${shown.part}: ${shown.entry.title}`}</span>
        <Step to={all[place - 1]?.at} label="The one before" icon={ChevronLeft} />
        <Step to={all[place + 1]?.at} label="The next one" icon={ChevronRight} />
        <ThemeSwitch />
      </nav>
      <Shown key={shown.at} at={shown.at} entry={shown.entry} />
    </div>
  )
}

function Step({ to, label, icon: Icon }: { to: string | undefined; label: string; icon: typeof ChevronLeft }) {
  if (to === undefined) return null
  return (
    <Link to={`/gallery/${to}`} aria-label={label} className={squareLook('ghost', 'sm')}>
      <Icon aria-hidden size={14} />
    </Link>
  )
}

function Shown({ at, entry: { show: Show } }: { at: string; entry: Entry }) {
  // Stops the actors of the previous entry, so that only this entry's actors run.
  useState(dismissAll)
  useEffect(() => {
    document.documentElement.dataset.shown = at
  }, [at])
  return (
    <section
      aria-label="Entry"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className="focus-inset relative flex min-h-0 flex-1 flex-col overflow-y-auto"
    >
      <Suspense fallback={null}>
        <KeyboardProvider>
          <Show />
        </KeyboardProvider>
      </Suspense>
    </section>
  )
}
