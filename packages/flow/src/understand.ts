/** Understands what a patient answers to a question, without a model. Both languages are always understood. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { understandChoice } from './choice.ts'
import { understandDate } from './dates.ts'
import type { Hearing, Prompt, Understood } from './understood.ts'
import { understandEmail, understandName, understandNumber, understandPhone } from './values.ts'
import { READ_MAX } from './words.ts'
import { saysYesOrNo } from './yes-no.ts'

export function understand(text: string, prompt: Prompt, hearing: Hearing): Understood {
  const said = text.slice(0, READ_MAX).toWellFormed().trim()
  const { expects } = prompt
  if (expects === 'photo') return hearing.pictures ? { heard: hearing.pictures } : { nothing: 'noPicture' }
  if (expects === 'yesno' && hearing.thumb) return { heard: hearing.thumb === 'up' }
  if (isBlank(said)) return { nothing: 'empty' }
  switch (expects) {
    case 'choice':
      return understandChoice(said, prompt.options ?? [])
    case 'yesno': {
      const answer = saysYesOrNo(said)
      return answer === null ? { nothing: 'unclear' } : { heard: answer }
    }
    case 'number':
      return understandNumber(said, prompt.min, prompt.max)
    case 'phone':
      return understandPhone(said)
    case 'email':
      return understandEmail(said)
    case 'name':
      return understandName(said)
    case 'text':
      return { heard: said }
    case 'date':
    case 'birthdate':
      return understandDate(said, hearing, expects === 'birthdate')
  }
}
