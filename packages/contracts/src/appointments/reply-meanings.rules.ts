/** The meaning of one clause of a patient's reply, in English or Spanish. */
import type { Part } from './reply-clauses.rules.ts'
import { isConfirmation, isWhenAlone, isWhoAlone, NEUTRAL } from './reply-confirmations.rules.ts'

/**
 * `refuse` says no to what was asked, `reschedule` wishes for something else. `thanks` says nothing about a visit. `who` and
 * `when` have a name, a day or a time alone and belong to another clause. `unknown` has words that nothing here explains.
 */
export type Meaning =
  | 'confirm'
  | 'refuse'
  | 'reschedule'
  | 'cancel'
  | 'late'
  | 'doubt'
  | 'thanks'
  | 'who'
  | 'when'
  | 'unknown'

/** A pattern of whole words and phrases, which `|` separates. */
function any(phrases: string): RegExp {
  const alternatives = phrases.split(/\s+\|\s+/).map((phrase) => phrase.trim())
  return new RegExp(`(?<![\\p{L}\\p{N}#])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'u')
}

const CANCEL = any(`
  cancel(l?ing|lation)? | cancel[ae](r|lo|la|rla|rlo)? | cancelen | cancelo | anular | anula | call (it|this|that) off |
  (want|have|get|need|please|be) (it |that |this |my \\S+ )?cancell?ed
`)
/** A wish not to cancel or change, and a question or a condition about it. */
const KEEPS = any(`
  (dont|do not|didnt|did not|never|not|wont|will not|wouldnt|no need|without|no quiero|no deseo|no necesito|no hace falta|sin) (\\S+ ){0,3}(cancel\\S*|anul\\S*|resch?edule|re schedule|change|move|switch|another|different|reagendar|reprogramar|cambiar|mover) |
  no (lo |la )?(cancel\\S*|anul\\S*|cambi\\S*|mueva\\S*)
`)
/** They may follow it. Other words are what no reminder asked about, such as another person's visit. */
const CANCELS_OURS =
  /cancel\S*(?: (?:for|para))?(?:$| (?:it|this|that|my|the|our|his|her|their|both|all|me|us|him|them|please|everything|upcoming|next|todays?|tomorrows?|and|on|at|with|because|due|i|we|thanks|thank|sorry|mi|mis|la|las|nuestras?|su|el|por|porque|gracias|hoy|not|now|appointments?|visits?|citas?|#\d+|#[ws])(?: |$))|^(?!.*cancel)/
const ASKS_ABOUT_CANCEL = /^(?:(?:hi|hello|ok|yes) )*(?:did|was|is|has|have you|why|who|when|how) /
const CANCELLED = any('cancell?ed | cancelad[oa]s?')
const FEE = any('cancellation (fee|policy|list|charge)')
const CONDITION = any(`
  if | unless | in case | might | may | maybe | perhaps | not sure | unsure | depends | si no | por si | quizas? | tal vez
`)

const LATE = any(`
  (running|be|being|am|are|is|arrive|arriving|come|coming|get there|there|little|bit|few|min|mins|minutes|minuto|minutos|hour|hr|#w) late | running (\\S+ ){0,4}(late|behind) |
  stuck in traffic | (llego|llegare|llegaremos|llegamos|llegar|llegando|voy|vamos|estoy|se me hizo|se me hace) (\\S+ ){0,3}tarde | retrasad[oa]s? |
  on (my|our) way | en camino
`)
const NOT_LATE = any('not | wont | no | dont | never | cant | sorry')

/** The auxiliary of a refusal. */
const CANNOT = any(`
  cant | can not | cannot | couldnt | could not | wont | will not | unable to | not able to | not going to | no longer |
  no (puedo|podre|podemos|podremos|puede|pueden|podra|podran|voy a poder|vamos a poder|ire|iremos|voy|vamos|va|van|asistire|asistiremos)
`)
/** "I can't find the office" refuses nothing. */
const OTHER_VERB = any(`
  (cant|can not|cannot|couldnt|could not|wont|will not|unable to|not able to|not going to|no puedo|no podemos) (\\S+ )?(wait|find|remember|recall|talk|hear|see|read|open|believe|forget|understand|tell|say|confirm|complain|miss|be late|thank|lie|afford|stop|esperar|creer|encontrar|confirmar|abrir|ver|recordar|quejar\\S*)
`)
/** They may stand before a refusal. Other words are somebody whom no reminder asked. */
const SUBJECTS = new Set(
  `i we he she they both us me it that this time day date one visit appointment appointments yes no ok okay sorry but and so
   because just still really also unfortunately actually then you hi hello thanks c y r confirm know afraid think pero que yo
   nosotros ella el ellos lo siento hoy today afternoon morning of all #w #s hola perdon ya si not`.split(/\s+/),
)
const DECLINE = any(`
  (not|isnt|arent|no longer) (coming|attending|available|going|free|making it) | (have|need|going) to (miss|skip) |
  (doesnt|does not|wont|dont|do not|didnt) (really )?work | imposible | not work
`)
const WISH = any(`
  resch?edule\\S* | re schedule | reagendar | reprogramar | rebook | postpone | posponer | aplazar |
  (another|different|other|new|better|later|earlier) (time|times|day|days|date|dates|slot|week|hour|appointment|#w|#s) |
  (otra|otro) (hora|dia|fecha|cita|horario|momento) | (cambiar|cambie|cambien|cambio|mover|mueva) | instead |
  (change|move|switch|push) (it|this|that|the|my|our|his|her|back) | push back | some other (time|day) |
  can (we|i|you) (do|make|get|have|come) | what about | how about | would rather | rather (have|do|come) | prefer | prefiero | preferimos |
  mejor (el|la|otro|otra|para|en|por|#w|#s) | got to work
`)
/** "My son needs another time" may be about somebody whom no reminder asked. */
const STRANGER_NEEDS =
  /(?:^| )(?!(?:he|she|it|that|this|#\d+) )\S+ (?:needs|wants|prefers|has|necesita|quiere|prefiere) /
/** The letter that reminders ask for. */
const LETTER =
  /^(?:(?:hi|hello|ok|yes|si|sorry) )*(?:for )?(?:#\d+ )?r(?: (?:for )?#\d+)?(?: (?:please|thanks|thank you|por favor|gracias))*$/
const NOT_THEM =
  /^(?:for |pero )?(?:not|no|nope)(?: for| para| a| el| on)? (?:#\d+|#[ws])$|^(?:for )?(?:#\d+|#[ws]|me|mine)(?: is)? (?:not|no|nope|n)$/

const DOUBT = any(`
  maybe | not sure | unsure | perhaps | probably | possibly | hopefully | hope | think so | i think | might | may | may be | try |
  trying | will see | well see | we see | let you know | get back to you | call you back | depends | unless | if | dont know | do not know | dunno |
  idk | no idea | wondering | supposed | guess | almost | should be able | quizas? | tal vez | a lo mejor | no se |
  no estoy segur[oa] | creo | puede ser | depende | aviso | les aviso | who | whos | what | whats | when | where |
  which | why | how | is it | is this | is that | am i | do i | did i | did you | quien | que | cuando | donde | cual | por que | como |
  wrong number | numero equivocado | wrong person | not me | ill | sick | fever | flu | covid | hospital | er | enferm[oa]s? | fiebre | gripe |
  no | not | nope | nah | n | never | neither | nunca | tampoco | ni | later | luego | despues
`)
/** Anticipation, which "can't" alone would read as a refusal. */
const EAGER = any('cant wait | can not wait | cannot wait | wouldnt miss it | wont miss it | looking forward')

const YES_PICTURE = /[👍👌✅✔☑🙌💯🆗]/u
/** They change nothing of what the words say. Every other picture may. */
const FRIENDLY = /[👍👌✅✔☑🙌💯🆗🙋😊🙂😀😁😃😄☺🙏🎉👏🥰😍🤗🤝💪✨⭐🌟❤♥💕💖💗💙💚💛💜🧡👋😇🌞☀🌸🌹💐📅🗓]/gu
const PUNCTUATION = /[!¡'"“”‘’`´().:,*~…_@-]|\p{Emoji_Modifier}|\p{Join_Control}|[♀♂]/gu

/**
 * Reads the clause without comparing it with a visit. It confirms only if it is a known confirmation as a whole; a refusal or a
 * doubt counts wherever it stands.
 */
export function meaningOf({ words, signs }: Pick<Part, 'words' | 'signs'>): Meaning {
  const isQuestion = /[?¿]/.test(signs)
  const isStrange = signs.replace(/[?¿&]/g, '').replace(PUNCTUATION, '').replace(FRIENDLY, '') !== ''
  const isSigned = YES_PICTURE.test(signs)
  const mayConfirm = !isQuestion && !isStrange
  if (words === '') return !mayConfirm ? 'doubt' : isSigned ? 'confirm' : 'thanks'
  if (mayConfirm) {
    if (isWhoAlone(words)) return 'who'
    if (isWhenAlone(words)) return 'when'
    if (NEUTRAL.test(words)) return isSigned ? 'confirm' : 'thanks'
    if (isConfirmation(words)) return 'confirm'
  }
  const told = toldBy(words)
  if (told !== null) return told
  return isQuestion || isStrange || DOUBT.test(words) ? 'doubt' : 'unknown'
}

/** Reads a clause that confirms nothing by its single words; null if they tell nothing. */
function toldBy(words: string): Meaning | null {
  if (EAGER.test(words) || KEEPS.test(words)) return 'doubt'
  if (CANCEL.test(words) && !FEE.test(words)) return isCancel(words) ? 'cancel' : 'doubt'
  if (CANCELLED.test(words) || FEE.test(words)) return 'doubt'
  if (LETTER.test(words) || WISH.test(words)) return STRANGER_NEEDS.test(words) ? 'doubt' : 'reschedule'
  if (NOT_THEM.test(words) || DECLINE.test(words)) return 'refuse'
  if (CANNOT.test(words) && !OTHER_VERB.test(words)) return hasKnownSubject(words) ? 'refuse' : 'doubt'
  if (LATE.test(words) && !NOT_LATE.test(words)) return 'late'
  return null
}

function isCancel(words: string): boolean {
  return CANCELS_OURS.test(words) && !CONDITION.test(words) && !ASKS_ABOUT_CANCEL.test(words)
}

function hasKnownSubject(words: string): boolean {
  const before = words.slice(0, words.search(CANNOT)).trim().split(' ').at(-1) ?? ''
  return before === '' || SUBJECTS.has(before) || /^#\d+$/.test(before)
}
