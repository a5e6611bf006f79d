import { capsOf } from '../lib/strokes.rules.ts'

/** Shows the keys of a command with this keyboard's labels. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1 text-2xs text-muted">
      {capsOf(keys, IS_MAC).map((stroke, place) => (
        <span key={place} className="inline-flex items-center gap-1">
          {place > 0 && <span>then</span>}
          {stroke.map((cap) => (
            <kbd
              key={cap}
              className="inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong bg-surface px-1 font-sans text-2xs font-medium text-muted"
            >
              {cap}
            </kbd>
          ))}
        </span>
      ))}
    </span>
  )
}

const IS_MAC = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)
