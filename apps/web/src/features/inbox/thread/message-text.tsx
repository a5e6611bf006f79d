import { mentionParts } from '../composer/mentions.rules.ts'
import { linkParts } from './message-links.rules.ts'

interface MessageTextProps {
  text: string
  /** The names of the colleagues whom a note mentions. */
  names?: readonly string[]
}

/** The text of a message, never interpreted as markup; each paragraph finds its own direction. [SEC-10] */
export function MessageText({ text, names = [] }: MessageTextProps) {
  return (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {linkParts(text).map((part, place) =>
        part.href === undefined ? (
          <WithNames key={place} text={part.text} names={names} />
        ) : (
          <a
            key={place}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer"
            className="text-link underline underline-offset-2"
          >
            {part.text}
          </a>
        ),
      )}
    </p>
  )
}

function WithNames({ text, names }: { text: string; names: readonly string[] }) {
  if (names.length === 0) return text
  return mentionParts(text, names).map((part, place) =>
    part.named ? (
      <b key={place} className="rounded-sm border border-note-line px-0.5 font-medium text-note-text">
        {part.text}
      </b>
    ) : (
      part.text
    ),
  )
}
