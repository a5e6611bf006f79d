import { Moon, Sun } from 'lucide-react'
import { Link } from 'react-router'
import { useTheme } from '../src/lib/theme.ts'
import { IconButton } from '../src/ui/icon-button.tsx'
import { Logo } from '../src/ui/logo.tsx'
import { theme } from './gallery-theme.ts'
import { parts } from './parts.ts'
import { shownAt, standsAt } from './shown-states.ts'

/** Lists every state of every part, each with its own address. */
export function GalleryPage() {
  return (
    <main className="mx-auto max-w-[1440px] px-4 py-8 text-ink md:px-10">
      <title>Gallery · Foyer</title>
      <header className="flex items-center gap-3">
        <Logo height={32} />
        <div className="min-w-0 flex-1">
          <h1 className="text-xl font-semibold tracking-tight">Gallery</h1>
          <p className="text-sm text-muted">Nothing may be empty, loading or broken in a way that is not here.</p>
        </div>
        <ThemeSwitch />
      </header>
      {Object.entries(parts).map(([name, { title, entries }]) => (
        <section key={name} aria-labelledby={`part-${name}`} className="mt-7">
          <h2 id={`part-${name}`} className="border-b border-line-strong pb-1.5 text-lg font-semibold tracking-tight">
            {title}
          </h2>
          <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-2">
            {Object.entries(entries).map(([state, entry]) => (
              <li key={state}>
                <Link
                  to={`/gallery/${name}/${state}`}
                  data-entry={`${name}/${state}`}
                  data-shows={standsAt(`${name}/${state}`).join(', ')}
                  className="block h-full rounded-md border border-line bg-surface px-3 py-2 text-sm hover:bg-hover"
                >
                  <span className="block font-medium">{entry.title}</span>
                  <span className="block text-xs text-muted wrap-anywhere">
                    {shownAt(`${name}/${state}`).join(', ') || `${name}/${state}`}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  )
}

export function ThemeSwitch() {
  const shown = useTheme(theme)
  const [next, Icon] = shown.theme === 'dark' ? (['light', Sun] as const) : (['dark', Moon] as const)
  return <IconButton icon={Icon} label={`Use ${next} theme`} onClick={() => shown.choose(next)} />
}
