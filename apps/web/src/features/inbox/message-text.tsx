import { linkParts } from './message-links.rules.ts'

/** What somebody wrote, as text whatever it holds; each paragraph finds its own direction. [SEC-10] */
export function MessageText({ text }: { text: string }) {
  return (
    <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {linkParts(text).map((part, place) =>
        part.href === undefined ? (
          part.text
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
