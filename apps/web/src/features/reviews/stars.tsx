import { Star } from 'lucide-react'
import { starWords } from './review-words.rules.ts'

const PLACES = [1, 2, 3, 4, 5]

/** The stars that a reviewer gave. Two or fewer are a low rating, which asks for attention. */
export function Stars({ stars, size = 15 }: { stars: number; size?: number }) {
  const look = stars <= 2 ? 'text-bad-text' : 'text-muted'
  return (
    <span role="img" aria-label={starWords(stars)} className={`inline-flex gap-0.5 ${look}`}>
      {PLACES.map((place) => (
        <Star
          key={place}
          aria-hidden
          size={size}
          strokeWidth={1.5}
          className={place <= stars ? 'fill-current' : 'opacity-70'}
        />
      ))}
    </span>
  )
}
