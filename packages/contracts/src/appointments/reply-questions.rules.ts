/** Clauses that ask without a question mark, or decline politely, although their single words are those of a yes. */

const PERSON = 'i|we|you|u|he|she|they'
const PRONOUN = `${PERSON}|it|this|that|these|those`
const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?'
const VISIT = 'appointments?|appts?|apts?|visits?|cita|citas|hora|visita'
const THING = `my|our|your|his|her|their|the|there|everything|everyone|everybody|anything|tomorrow|today|${WEEKDAY}|\\d\\S*|${VISIT}|time|dr|doctor|office|clinic`
const IS =
  'is|are|was|isnt|arent|wasnt|will|would|can|could|may|might|should|shall|does|did|has|wont|doesnt|didnt|hasnt'

/** Words that may stand before a question, and say nothing about its subject. */
const LEAD =
  '(?:(?:hi|hello|hey|hola|ok|okay|okey|yes|yeah|yep|si|sure|thanks|thank you|gracias|good morning|good afternoon|good evening|buen[oa]s|dias|tardes|noches|so|and|but|sorry|please|por favor|c|y) )*'

/** A verb before its subject. `were`, `have` and `do` also begin what is no question: "were both coming", "have a nice day", "do that". */
const INVERTED = new RegExp(
  `^${LEAD}(?:(?:${IS}) (?:${PRONOUN}|${THING})|(?:is|are) (?:all|both)|(?:do|have|had|am|were) (?:${PERSON})|(?:do|has|had) (?:my|our|the))(?= |$)`,
  'u',
)

/** A verb before a person within a clause: "thursday are we confirmed"; not "yes we will i confirm". */
const INVERTED_WITHIN = new RegExp(
  `(?<!(?:^| )(?:${PRONOUN}|who) )(?<=^| )(?:are|am|can|could|may|should|shall|would|do|does|did|have|will) (?:i|we|you|u)(?= |$)`,
  'u',
)

const DETERMINER = 'todo|toda|todos|todas|el|la|los|las|mi|mis|nuestras?|su'
const SPANISH = new RegExp(
  `^${LEAD}(?:(?:puedo|puede|podemos|podria|podriamos)|(?:esta|estan|es|son|sigue)(?: \\S+)? (?:${DETERMINER}))(?= |$)`,
  'u',
)
const SPANISH_CONFIRMED = /^(?:hola )?esta confirmad[oa](?= |$)/u

/** "its thursday right" asks; "thats right" and "9:30 is right" agree. */
const TAG = new RegExp(
  `(?:^| )(?:confirmed|set|good|tomorrow|manana|today|${WEEKDAY}|lunes|martes|miercoles|jueves|viernes|sabado|domingo|\\d\\S*|am|pm|${VISIT}) (?:right|correct|correcto|verdad)$`,
  'u',
)

/** "im good thanks" mostly means no. "im good with that" agrees. */
const NEEDS_NOTHING =
  /^(?:hi |hello |hey )*(?:im|i am|were|we are|we) (?:good|fine|ok|okay|alright|all set|all good|set)(?: (?:for )?(?:now|here))?(?: (?:thanks|thank you|thx|ty)\b.*)?$/u

/** `words` is folded, with a pronoun in the place of each patient's name. */
export function asksOrDeclines(words: string): boolean {
  return [INVERTED, INVERTED_WITHIN, SPANISH, SPANISH_CONFIRMED, TAG, NEEDS_NOTHING].some((form) => form.test(words))
}
