/** The words the text pools start from, most frequent first. The long tail is built from syllables. */
export const COMMON_WORDS: readonly string[] = split(`
the to and a of is in it that for this we on with be not are as you can now let from an or at if have by need so all will but
use should add file test check code when new run there which into only one make also first then more see any look has was
because its error what same after before each does no just get where other how still would two fix like next want line here
some they out up without name change case through both between could them back while most already too right may every
different these since good yes done issue problem better instead works wrong actually exactly found clear sure keep
remove show read write call set start end step last full real small large simple likely great perfect please thanks`)

export const TECHNICAL_WORDS: readonly string[] = split(`
function value type string data path list object key array return result config user message server client request response
state index parse build module package import export class method field option default update version branch commit merge
session token cache query table row column schema database migration transaction lock thread process worker queue job event
handler listener callback promise stream buffer chunk byte header body status timeout retry backoff limit rate quota
budget cost price report summary log trace span metric counter gauge histogram alert dashboard chart theme style layout grid
button form input label modal dialog menu panel sidebar toolbar page route router link anchor image icon font color border
render component hook context provider reducer action store selector memo effect ref props slot template markup node tree
graph edge vertex walk depth root leaf parent child sibling cycle chain fork tip head tail prefix suffix offset length size
count total sum mean median range bound min max sort filter map reduce group join split slice trim pad replace match regex
pattern glob match token lexer parser scanner grammar syntax semantic compile compiler transpile bundle minify lint format
typecheck coverage fixture mock stub spy assertion snapshot golden harness runner suite flaky deterministic seed random
clock timer interval schedule cron window debounce throttle batch flush drain close open socket connection pool proxy gateway
auth login logout password secret credential permission role scope policy tenant account profile avatar email invite webhook
payload signature hash digest encode decode encrypt decrypt compress archive restore backup upload download sync replica shard
partition primary secondary failover cluster container image volume mount network subnet port host domain certificate
deploy release rollback canary feature flag toggle experiment variant locale translation plural currency timezone calendar
invoice order cart checkout payment refund shipment inventory product catalog category review rating search suggestion
editor cursor selection clipboard undo redo diff patch hunk conflict blame stash rebase cherry pick tag remote origin
fetch push pull clone checkout worktree submodule hook pipeline stage artifact runner matrix secret environment variable`)

export const SYLLABLES: readonly string[] = split(`
ba be bi bo bra bri ca ce cha cli co con cra da de di do dra dri el en er ex fa fe fi fla flo for fra ga ge gi gla gra ha he
ho im in inter ja jo ka ke ki kra la le li lo lu ma me mi mo mul na ne ni no o pa pe pi pla po pre pro qua ra re ri ro ru sa
se shi si sla so spa sta ster stra su sub ta te ter ti tion to tra tri tu ty u un va ve ver vi vo wa we wi xe xi ya yo za ze`)

export const CJK_SENTENCES: readonly string[] = [
  '这个函数在并发写入时会丢失最后一行。',
  '请先运行测试，然后更新文档和变更日志。',
  'テストが失敗する原因はタイムゾーンの違いです。',
  '設定ファイルを読み込む前に初期化してください。',
  '두 번째 요청은 캐시에서 바로 응답합니다.',
  'Ошибка возникает только при пустом списке.',
  'Die Größe der Datei überschreitet das Limit.',
  'L’index est reconstruit à chaque démarrage 🚀.',
]

function split(text: string): string[] {
  return [...new Set(text.trim().split(/\s+/))]
}
