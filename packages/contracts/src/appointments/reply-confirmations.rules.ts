/**
 * The whole sentences by which patients confirm, in English and Spanish. A clause confirms only if it is one of them from its
 * first word to its last: words that say yes do not make a yes out of a sentence that is not listed.
 */

/** Alternatives of whole phrases; optional words carry their blank. */
function one(alternatives: string): string {
  const lines = alternatives
    .split('\n')
    .map((line) => line.trim().replace(/ \| /g, '|'))
    .filter((line) => line !== '')
  return `(?:${lines.join('|')})`
}

const NAME = '#\\d+'
const WHEN = '#[ws]'
const WHO = `(?:${NAME}|me|myself|i|mi|yo)(?: (?:and|y|e) (?:${NAME}|me|myself|i|mi|yo))*`
const OURS = '(?:the|my|our|his|her|their|this|that|these|both|both our|all|all our)'
const VISIT = `(?:${NAME} )?(?:appointments?|visits?|check ?up|attendance)`
const PERSONS = one(`
  i | we | he | she | they | both of us | all of us | both of them | we both | we all | they both | both
  ${NAME}(?: (?:and|y|e) (?:${NAME}|i|me))* | (?:i|me) and ${NAME}
`)
const ADVERBS = '(?:(?:also|still|both|all|definitely|certainly|absolutely|surely|gladly|happily|indeed|for sure) )*'
const GOOD =
  '(?:fine|good|great|perfect|ok|okay|correct|right|nice|excellent|wonderful|awesome|lovely|alright|super|fantastic|cool|amazing|ideal)'

const THANKS = one(`
  (?:many |muchas |muchisimas |mil )?(?:thanks|thank you|thank u|thankyou|thx|thnx|tks|ty|tysm|gracias)(?: (?:so|very) (?:so |very )?much| a lot| a bunch| again| kindly| all| guys| muy amables?)?(?: (?:for|por) (?:the|your|el|su) (?:reminder|text|message|help|heads up|recordatorio|mensaje|aviso)| for reminding (?:me|us)| for letting (?:me|us) know| por (?:todo|recordarme|avisar|avisarme))?
  (?:i |we |really |much )*(?:appreciate (?:it|you|that|the reminder)|appreciated) | god bless(?: you)? | bless you | muy amables? | dios (?:te|le|les|los) bendiga
`)
const ADDRESS = one(
  'please | por favor | porfa | porfavor | sir | maam | mam | madam | senor | senora | senorita | doctora? | doc | dr | guys | dear | everyone | team',
)
const GREETING = one('hi | hello | hey | hola | greetings | saludos')
const PARTING = one('bye | goodbye | you too | igualmente | take care | cuidese | bendiciones | saludos')
const APOLOGY = one(`
  (?:sorry|my apologies|apologies|perdon|disculpe)(?: about| por)?(?: for)?(?: (?:the|my|la|el))? (?:late|delayed|slow|delay|demora|retraso|tardanza|responder tarde|contestar tarde)(?: (?:reply|response|answer|text|message|in replying|in responding|en responder|en contestar))?
  sorry to reply late | sorry i am (?:late|just now) (?:replying|responding|answering|seeing this)
`)

/** Thanks, greetings and apologies for a late answer say nothing about a visit. */
export const NEUTRAL = new RegExp(`^(?:(?:${[THANKS, ADDRESS, GREETING, PARTING, APOLOGY].join('|')})(?: |$))+$`)

/** They agree by themselves. */
const YES = one(`
  c | y | yes | yeah | yep | yup | ya | ye | yas | aye | ok | okay | okey | oki | okis | okie dokie | k | kk | sure | sure thing | of course | for sure
  absolutely | definitely | certainly | affirmative | conf | confirm | confirmed | confirming | perfect | great | good | very good | fine | nice
  awesome | cool | excellent | super | fantastic | wonderful | lovely | noted | got it | understood | alright | all right | agreed | indeed | exactly
  roger | roger that | copy | copy that | you bet | you got it | good to go | accepted | agree | sure will | happy to | okie | (?:okey|oki) (?:dokey|doki) | no problem | np | will do | can do | deal | with pleasure | i do | i accept
  si | claro | claro que si | vale | de acuerdo | por supuesto | esta bien | listo | lista | listos | dale | perfecto | excelente | muy bien | bien
  bueno | entendido | asi es | con (?:mucho )?gusto | sin problema | sin falta | confirm(?:ado|ada|ados|adas) | correct(?:o|a)? | exacto | ok then
`)
/** After a name. "Elias is fine" may need nothing. */
const YES_OF_WHO =
  '(?:c|y|yes|yeah|yep|yup|si|ok|okay|sure|confirm|confirms|(?:(?:is|are) )?(?:a yes|confirmed|confirmad[oa]s?|good to go|all set|set|coming))'
/** After a day or a time, where "correct" may ask. */
const YES_OF_WHEN =
  '(?:(?:is|are) )?(?:c|y|yes|yeah|yep|yup|si|ok|okay|sure|confirmed|confirm|confirmad[oa]s?|fine|good|great|perfect|perfecto|excellent)'
/** After a whole sentence. "I will" and "confirm" make no "I will confirm". */
const YES_LAST =
  'yes|yeah|yep|yup|si|ok|okay|for sure|definitely|absolutely|perfect|great|perfecto|no problem|sin falta'

const COMES = one(`
  be there | be here | be coming | come | come in | be attending | attend | make it | make that | make ${WHEN} | be present | be in | be on time | show up
  arrive | go | be going | do that | do it | do so | keep (?:it|${OURS} ${VISIT})
`)
const ABOUT = one(`
  it | that | this | both | all | all that | everything | them | us | me | both of us | both of them | all of us
  (?:${OURS} )?${VISIT} | ${WHO} | (?:for |on )?#w | for #s
  for (?:it|that|this|both|us|me|them|him|her|both of us|all of us|both of them|everyone|everybody|${WHO}|${OURS} ${VISIT})
  (?:for )?${OURS} ${VISIT} (?:for |on )?#w | (?:for )?the #w ${VISIT} | (?:for )?${WHO} (?:for |on )?#w
`)
const THING = one(`
  it | that | this | ${WHEN} | (?:the|that|this|my|our) (?:time|date|day|appointment|visit|slot) | ${OURS} ${WHEN} ${VISIT} | everything | all
  (?:it|that|this) all | all (?:of )?(?:that|it|this) | both | both (?:times|dates|days|appointments|visits) | those(?: times| dates| appointments)?
  these(?: times| dates| appointments)? | (?:that|this) (?:information|info) | (?:(?:that|this) time )?${WHEN}
`)
const SENTENCE = one(`
  (?:${PERSONS} )?${ADVERBS}(?:will|shall|(?:am|are|is) (?:going to|planning to|gonna)|gonna|plan to) ${ADVERBS}${COMES}
  (?:${PERSONS} )?${ADVERBS}(?:plan on|(?:am|are|is) planning on) (?:coming|being there|attending|making it)
  ${PERSONS} (?:will|shall|can) | (?:${PERSONS} )?${ADVERBS}can ${ADVERBS}(?:make (?:it|that|this|${WHEN})|come|be there|do (?:it|that|this|${WHEN})|attend|go)
  (?:${PERSONS} (?:am|are|is) )?${ADVERBS}(?:coming|attending)(?: in)? | ${PERSONS} (?:am|are|is) ${ADVERBS}(?:going|confirmed|confirming|in|good to go|there)
  ${PERSONS} (?:am|are|is) ${ADVERBS}(?:good|fine|ok|okay|happy|cool) with (?:it|that|this|${WHEN}|(?:the|that|this) (?:time|date|day|appointment|${WHEN}))
  ${PERSONS} (?:am|are|is) ${ADVERBS}(?:good|ok|okay|ready|set|all set|all good|on|down|confirmed) for (?:${WHEN}|it|that|then|${OURS} ${VISIT}|the ${WHEN} ${VISIT})
  (?:he|she|they|both|${NAME}(?: (?:and|y|e) ${NAME})*) (?:am|are|is) (?:all )?(?:set|ready)
  all set for (?:${WHEN}|${OURS} ${VISIT}) | be there
  (?:ok|yes|yeah|yep|yup|y|c|si)(?: (?:i|we|he|she|they|it|that|this|${NAME}|both))+ (?:do|does|am|are|is|can|will|would)(?: be)?
  ${THING} (?:is|are|will be|would be) (?:(?:just|all|also|still|very|really|so|totally|absolutely|more than) )*${GOOD}
  (?:${THING} (?:is|are) )?the (?:right|correct) (?:time|date|day) | (?:yes|yeah|yep|ok|c|si) that is it | (?:it|that|${WHEN}|everything|both) (?:is|are) (?:all )?confirmed | ${OURS} ${VISIT} (?:is|are) confirmed
  (?:is|will be|would be) (?:good|fine|great|perfect|nice|excellent)
  (?:${THING} )?(?:(?:also|still|both|all) )*(?:works?|will work|would work|will do|would do|suits?|will suit|would suit)(?: (?:me|us))?(?: (?:just )?(?:great|fine|well|perfectly|good|ok|okay|perfect|nicely|out))?
  (?:(?:${THING}|all|both) )?(?:(?:also|all|both) )*(?:sounds?|seems?|looks?) (?:(?:just|very|really|like|a|all|so) )*(?:${GOOD}|plan)
  (?:${PERSONS} will |will )?see (?:you|y all)(?: (?:all|guys|both|doc|doctor|dr))?(?: (?:then|there|soon|on|${WHEN}))*
  (?:(?:i|we|he|she|they|both|${NAME}(?: (?:and|y|e) (?:${NAME}|i))*) )?${ADVERBS}(?:do |can |hereby |want to |would like to )?(?:confirms?|accepts?)(?: ${ABOUT})?
  (?:confirmed|confirming|confirmad[oa]s?)(?: ${ABOUT})? | (?:i|we) (?:am|are) confirming(?: ${ABOUT})? | (?:i|we) (?:confirm|confirmed) (?:the|that|this) (?:time|date|day|slot)
  (?:(?:i|we) (?:am|are) )?happy to (?:confirm|come|attend|be there)(?: ${ABOUT})? | (?:please )?mark (?:me|us) (?:down|(?:down )?(?:as |for )?(?:confirmed|coming|yes))
  (?:(?:i|we) (?:am|are) )?(?:really )?looking forward to (?:it|seeing you|${OURS} ${VISIT}) | (?:ok|yes|yeah|yep|yup|y|c|si) still (?:good|on)(?: for (?:${WHEN}|it))?
  (?:el )?${WHEN} (?:nos vemos|(?:ahi|alli|alla) (?:estare|estaremos|nos vemos)|(?:i|we) will(?: both)? be there|see you) | (?:(?:la|mi) )?cita confirmada
  please confirm (?:it|that|this|both|us|me|for us|for me|${WHO}) | (?:yes|yeah|yep|yup|ok|sure|si|c) please confirm(?: ${ABOUT})?
  (?:please )?go ahead(?: now| with (?:it|that))? | (?:please )?do (?:that|it|so|it so)(?: for (?:me|us))? | please do(?: for (?:me|us))? | count (?:me|us|${WHO}|both|both of us) in
  (?:i|we) agree | (?:i|we) would (?:like|love) (?:that|to come|to attend|to keep (?:it|${OURS} ${VISIT})) | you are (?:right|correct)
  keep (?:it|${OURS} ${VISIT}|us down|me down) | put (?:me|us) down
  (?:yo |nosotros )?(?:confirmo|confirmamos|confirma|confirman)(?: (?:que si|(?:para |por )?#w|para #s|asistencia|(?:(?:mi|la|las|nuestra|nuestras|mis|ambas|las dos|su)(?: dos)? )?(?:citas?|visitas?|hora|asistencia)|ambos|ambas|los dos|las dos|todo|${WHO}|(?:para|por|de) (?:mi|nosotros|ambos|ambas|los dos|las dos|todos|${WHO})))*
  (?:nos vemos|te veo|los veo|las veo)(?: (?:ahi|alli|alla|entonces|pronto|el|${WHEN}))* | hasta (?:el )?(?:entonces|pronto|${WHEN})
  (?:(?:yo|nosotros|los dos|ambos|${NAME}) )?(?:ahi|alli|alla|aqui) (?:estare|estaremos|estara|estaran|nos vemos|vamos a estar|voy a estar|va a estar|los veo)
  (?:(?:yo|nosotros|los dos|ambos|${NAME}) )?(?:estare|estaremos|estara|estaran|voy a estar|vamos a estar)(?: (?:ahi|alli|alla|aqui|presente|presentes|puntual|puntuales))?
  (?:(?:yo|nosotros|los dos|ambos|${NAME}) )?(?:si )?(?:asistire|asistiremos|asistira|asistiran|ire|iremos|ira|iran|voy|vamos|voy a ir|vamos a ir|va a ir|van a ir|alla voy|voy a asistir|vamos a asistir)
  (?:esa|esta|la) (?:hora|fecha|cita) (?:esta|es|me queda|nos queda) (?:muy )?(?:bien|perfecta|perfecto|correcta|buena) | (?:me|nos) (?:parece|queda|viene|va) (?:muy )?(?:bien|perfecto)
  (?:eso|todo|asi|${WHEN}|el ${WHEN}) (?:esta|es|me queda|nos queda|me parece|me viene|me va) (?:muy )?(?:bien|perfecto|perfecta|correcto|excelente)
`)
/** A second sentence without a stop between them. */
const LINKED = one(`
  (?:i|we) confirm(?: ${ABOUT})? | (?:(?:i|we) will )?see you(?: (?:all|both|then|there|${WHEN}))* | (?:i|we) will(?: both| all)? be there | thats? works
  (?:that|this|it) works | that is (?:fine|good|great|perfect) | sounds good | go ahead
`)
/** Whom the answer is about stands before it: "Rosalind yes". */
const WHO_FIRST = one(`
  (?:for |para |por )?(?:${NAME}|me|myself|mine|mi)(?: (?:and|y|e) (?:${NAME}|me|myself|i|yo))*
  (?:for )?(?:both|both of us|both of them|all of us|everyone|everybody) | (?:para |por )?(?:los dos|las dos|ambos|ambas|todos|todas|nosotros)
`)
const WHEN_FIRST = `(?:for )?(?:(?:${OURS} )?${VISIT}|(?:the |el )?${WHEN}(?: ${VISIT})?)`
const LAST = one(`
  ${THANKS} | ${ADDRESS} | ${PARTING} | ${APOLOGY} | ${YES_LAST}
  for (?:me|us|both|both of us|both of them|all of us|all|them|him|her|everyone|everybody|sure|${WHO}|it|that|this|${WHEN}|the ${WHEN}(?: ${VISIT})?|(?:${OURS} )?${VISIT}|then)
  to (?:me|us|both|all|both of us|(?:both |all )?${OURS} ${VISIT}|${VISIT}|${WHEN}) | (?:with|by) (?:me|us|both of us) | at (?:that|this|the) (?:time|hour)
  then | there | too | also | as well | both | all | everyone | both of us | all of us | on ${WHEN} | at ${WHEN} | ${WHEN} | ${WHO} | on time | same time | both times
  (?:at|in) (?:the|your) (?:office|clinic) | on (?:that|the) (?:day|date) | (?:para|por) (?:mi|nosotros|ambos|ambas|los dos|las dos|todos|${WHO}|${WHEN}|el ${WHEN}|la cita) | el ${WHEN}
  a esa hora | ese dia | los dos | las dos | ambos | ambas | todos | tambien | ahi | alli | alla
`)

const CONFIRMATION = new RegExp(
  `^(?:(?:${YES}|${GREETING}|${THANKS}|sir|maam|senora?|doctora?|sorry|${APOLOGY}) )*(?:${WHO_FIRST} ${YES_OF_WHO}|${WHEN_FIRST} ${YES_OF_WHEN}|${SENTENCE}(?: ${LINKED})?|${YES})(?: ${LAST})*$`,
)
/** Names them and says nothing else: it belongs to another clause. */
const ONLY_WHO = new RegExp(
  `^(?:for |para |por )?(?:${WHO}|both|both of us|both of them|all of us|everyone|everybody|ambos|ambas|los dos|las dos|todos|todas)(?: (?:and|y) (?:${WHO}))?(?: (?:too|also|as well|tambien|please|por favor))*$`,
)
const ONLY_WHEN = new RegExp(`^(?:for |para |the |el |la )*${WHEN}(?: ${VISIT}| ${ADDRESS}| ${THANKS})*$`)

/** A confirmation has few words; a longer clause tells a story. */
const MOST_WORDS = 18

export function isConfirmation(words: string): boolean {
  return words.split(' ').length <= MOST_WORDS && CONFIRMATION.test(words) && !MISREAD.test(words)
}

/** A polite refusal, and "I confirm tomorrow", which postpones. */
const MISREAD = new RegExp(
  `^(?:it is (?:ok|okay|alright|fine)|that is (?:ok|okay|alright)) ${THANKS}$|(?:^| )(?:confirm|confirmo|confirmamos|confirming) #s(?: |$)`,
)

export function isWhoAlone(words: string): boolean {
  return ONLY_WHO.test(words)
}

export function isWhenAlone(words: string): boolean {
  return ONLY_WHEN.test(words)
}
