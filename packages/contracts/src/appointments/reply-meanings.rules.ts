/** The words by which patients answer a reminder, in English and Spanish, and what a clause of them means. */

/** `thanks` says nothing about a visit; `unknown` has words that nothing here explains. */
export type Meaning = 'confirm' | 'reschedule' | 'cancel' | 'late' | 'doubt' | 'thanks' | 'unknown'

/** The facts of a visit that a clause may repeat. Another time or day than these is no confirmation. */
export interface Repeatable {
  /** HH:MM on the clinic's clock. */
  readonly time: string
  /** The English weekday in lower case. */
  readonly weekday: string
  /** Calendar days from today to the visit. */
  readonly daysAway: number
}

/** A pattern of whole words and phrases, which `|` separates. */
function any(phrases: string): RegExp {
  const alternatives = phrases.split(/\s+\|\s+/).map((phrase) => phrase.trim())
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'u')
}

/** Anticipation, which "can't" alone would read as a refusal. */
const EAGER = any(`
  cant wait | can not wait | cannot wait | wouldnt miss it | looking forward( to (it|seeing you))?
`)

const CANCEL = any(`
  cancel(l?ed|l?ing|lation)? | cancel[ae](r|lo|la)? | cancelen | anular | anula | call (it|this|that) off
`)

const LATE = any(`
  (running|be|am|im|little|bit|min|mins|minutes|minuto|minutos) late | late | running behind | stuck in traffic |
  (llego|llegare|voy|voy a llegar|vamos|llegaremos) (un poco )?tarde | tarde | retrasad[oa] | on my way | en camino
`)

const RESCHEDULE = any(`
  r | resch?edule | re schedule | reagendar | reprogramar | rebook | postpone | posponer | aplazar |
  (another|different|other|new|better|later|earlier) (time|times|day|days|date|dates|slot|week|hour|appointment|appt) |
  (otra|otro) (hora|dia|fecha|cita|horario|momento) | (cambiar|cambie|cambien|cambio|mover|mueva) | instead |
  (change|move|switch|push) (it|this|that|the|my|our|his|her|back) | push back | some other (time|day) |
  (cant|can not|cannot|couldnt|wont|will not|unable to|not able to|not going to|wont be able to|dont think (i|we) can) |
  (not|no longer) (coming|attending|available|going|free) | (have|need) to (miss|skip) |
  (doesnt|does not|wont|dont) work |
  no (puedo|podre|podemos|podremos|puede|podra|voy a poder|vamos a poder|ire|voy|va|asistire) | imposible |
  can (we|i|you) (do|make|get|have|come) | what about | how about | would rather | prefiero | got to work
`)

const DOUBT = any(`
  maybe | not sure | unsure | perhaps | probably | possibly | hopefully | hope so | think so | i think | might |
  may be | try | trying | will see | well see | let you know | get back to you | depends | unless | if | dont know |
  do not know | dunno | idk | no idea | wondering | supposed | guess | guess so | almost | should be able | quizas? |
  tal vez | a lo mejor | no se | no estoy segur[oa] | creo que | creo | puede ser | depende | aviso | les aviso | who |
  whos | what | whats | when | where | which | why | how | is it | is this | is that | am i | do i | did i | did you |
  quien | que | cuando | donde | cual | por que | como | wrong number | numero equivocado | wrong person | not me
`)

/** Any of these beside a yes keeps it from being one. */
const NEGATION = any(`
  no | not | nope | nah | never | dont | doesnt | didnt | isnt | arent | wasnt | wont | cant | cannot | without |
  nunca | tampoco | ni | sin | except | but | already | ya no
`)

const CONFIRM = any(`
  c | y | yes | yess+ | yep | yeah | yea | yup | ya | ye | yas | aye | ok | okay | okey | oki | k | kk | sure( thing)? |
  confirm(ed|ing|s)? | conf | confirmation | correct | right | absolutely | definitely | certainly | of course |
  will do | affirmative | see (you|u|ya)( (all|guys))? | cu | be there | coming | will come | can make (it|that) |
  can come | will make it | made it | attending | will attend | good to go | indeed | exactly | agreed | alright |
  sounds? (good|great|perfect|fine|nice|right|ok|okay) | seems (good|great|fine|nice|right|ok|okay) | go ahead |
  (will|would|thatll|itll|thatd) (work|suit|be (good|great|perfect|fine|nice|ok|okay|excellent)) | suits | accept |
  (that |it |this )?works( (great|fine|well|for (me|us)))? | all (good|set) | im in | count (me|us) in | perfect |
  great | good | fine | nice | awesome | cool | excellent | super | fantastic | wonderful | got it | noted | no problem | no worries | you bet |
  roger( that)? | si | sip | claro( que si)? | confirm(o|a|ado|ada|amos) | de acuerdo | vale | por supuesto |
  esta bien | listo | dale | perfecto | (ahi|alli|alla) (estare|estaremos|estara|nos vemos) | estare (ahi|alli|alla) |
  nos vemos( (ahi|alli|alla))? | asistire(mos)? | ire(mos)? | voy a ir | vamos a ir | entendido | bueno
`)

const THANKS = any(`
  thanks?( (you|u))?( (so|very) much)? | thx | tks | ty | tysm | many thanks | appreciate it | much appreciated |
  god bless( you)? | bless you | (muchas |mil )?gracias | muy amables? | hi | hello | hey | hola |
  good (morning|afternoon|evening|day) | buen(os|as) (dias|tardes|noches) | buen dia |
  have a (nice|good|great|lovely|blessed) (day|one|weekend|evening|night) | please | por favor | porfa | sorry | dear |
  sir | maam | senor | senora | senorita | lol | haha
`)

/** Words that say nothing by themselves beside a yes. */
const FILLER = any(`
  the | a | an | my | our | your | his | her | their | for | to | is | are | am | im | was | it | its | that | thats |
  this | these | i | ill | we | well | were | he | she | they | theyll | hell | shell | you | me | us | will | shall |
  be | can | do | have | has | and | also | too | at | on | in | of | with | by | then | there | here | now | soon |
  those | thatll | itll | youre | everything | information | both | all | everyone | everybody | either | each | visit | visits | appointment | appointments | appt | appts | apt |
  time | date | day | morning | afternoon | oclock | am | pm | dr | doctor | office | clinic | reminder | just | so |
  very | really | el | la | los | las | un | una | mi | mis | nuestra | su | para | por | a | al | de | del | en | con |
  es | esta | este | esa | ese | lo | le | se | yo | nosotros | ella | ellos | dos | ambos | ambas | todos | todas |
  cita | citas | hora | dia | ahi | alli | alla | tambien | muy | a las | doctora | manana
`)

const NUMBER = /(?<![\p{L}\p{N}])(\d{1,2})(?::(\d{2}))?\s*(am|pm|a m|p m)?(?![\p{L}\p{N}])/gu
const WEEKDAYS: Readonly<Record<string, string>> = {
  ...{
    mon: 'monday',
    monday: 'monday',
    lunes: 'monday',
    tue: 'tuesday',
    tues: 'tuesday',
    tuesday: 'tuesday',
    martes: 'tuesday',
  },
  ...{
    wed: 'wednesday',
    weds: 'wednesday',
    wednesday: 'wednesday',
    miercoles: 'wednesday',
    thu: 'thursday',
    thur: 'thursday',
  },
  ...{
    thurs: 'thursday',
    thursday: 'thursday',
    jueves: 'thursday',
    fri: 'friday',
    friday: 'friday',
    viernes: 'friday',
  },
  ...{ sat: 'saturday', saturday: 'saturday', sabado: 'saturday', sun: 'sunday', sunday: 'sunday', domingo: 'sunday' },
}
const WEEKDAY = any(Object.keys(WEEKDAYS).join(' | '))
const NEAR = /(?<![\p{L}\p{N}])(today|tonight|hoy|tomorrow|tmrw|tomorow|tmr)(?![\p{L}\p{N}])/gu

const YES_SIGNS = /^(?:👍|👌|✅|✔|☑|🙌|💯)+$/u
const NO_SIGNS = /[👎❌🚫❓❔🤔😕🤷]/u
const PICTURES = /\p{Extended_Pictographic}/gu

/**
 * Reads one clause, without its names. `words` is folded: lower case, no accents, contractions as one word, blanks
 * between words; `signs` are its other characters. A refusal or a doubt counts wherever it stands; a yes counts only if
 * every other word of the clause is explained.
 */
export function meaningOf(words: string, signs: string, visits: readonly Repeatable[]): Meaning {
  const pictures = (signs.match(PICTURES) ?? []).join('')
  if (NO_SIGNS.test(signs)) return 'doubt'
  const isSignedYes = pictures !== '' && YES_SIGNS.test(pictures)
  if (words === '') return isSignedYes ? 'confirm' : 'thanks'
  if (EAGER.test(words)) return signs.includes('?') ? 'doubt' : 'unknown'
  if (CANCEL.test(words)) return 'cancel'
  if (LATE.test(words) && !any('not | wont | no').test(words)) return 'late'
  // Phrases whose single words mean something else.
  const plain = words
    .replace(/\b(?:no problem|no worries|sin problema|claro que si)\b/gu, 'ok')
    .replace(
      /\b(?:good|great|nice|wonderful|lovely|blessed) (?:day|one|morning|afternoon|evening|night|weekend|week)\b/gu,
      'hi',
    )
  if (RESCHEDULE.test(plain)) return 'reschedule'
  if (signs.includes('?') || DOUBT.test(plain)) return 'doubt'
  if (!CONFIRM.test(plain)) {
    if (!explained(plain, THANKS, visits)) return 'unknown'
    return isSignedYes ? 'confirm' : 'thanks'
  }
  if (NEGATION.test(plain)) return 'doubt'
  return explained(plain, CONFIRM, visits) ? 'confirm' : 'unknown'
}

function explained(words: string, meant: RegExp, visits: readonly Repeatable[]): boolean {
  const times = [...words.matchAll(NUMBER)]
  if (times.some((found) => !visits.some(({ time }) => isTime(found, time)))) return false
  const days = words.split(' ').flatMap((word) => WEEKDAYS[word] ?? [])
  if (days.some((day) => !visits.some(({ weekday }) => weekday === day))) return false
  const near = [...words.matchAll(NEAR)].map(([word]) => (/^(today|tonight|hoy)$/.test(word) ? 0 : 1))
  if (near.some((away) => !visits.some(({ daysAway }) => daysAway === away))) return false
  const rest = [NUMBER, NEAR, WEEKDAY, meant, CONFIRM, THANKS, FILLER].reduce(
    (left, known) => left.replace(new RegExp(known.source, 'gu'), ' '),
    words,
  )
  return rest.trim() === ''
}

/** "9", "9:30" and "2 pm" repeat 09:00, 09:30 and 14:00. Without a half of the day either is meant. */
function isTime([, hour = '', minute, half]: RegExpMatchArray, time: string): boolean {
  const [wantedHour, wantedMinute] = time.split(':').map(Number) as [number, number]
  if (minute !== undefined ? Number(minute) !== wantedMinute : half !== undefined && wantedMinute !== 0) return false
  const given = Number(hour)
  if (half === undefined) return given === wantedHour || given + 12 === wantedHour
  return (given % 12) + (half.startsWith('p') ? 12 : 0) === wantedHour
}
