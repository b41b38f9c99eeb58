import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { finishTexts } from './finish-texts.ts';
import { markTexts } from './mark-texts.ts';

/** The folder of the scripts with marked texts, which those of other languages are made from. */
export const markedFolder = '.marked';

/** What `api/contract/texts.ts` is in the page, whose texts are literals; nothing calls `t` there. */
const textsOfPage = `
export const pageLanguage = __t("@language");
export const languagePath = __t("@path");
export const translate = (text) => text;
export const t = undefined, labelsOf = undefined, setTranslator = undefined;
let formatCount = String;
export const setCountFormat = (format) => { formatCount = format; };
export const many = (count) => (forms, ...values) => {
  const all = forms.split("|");
  return (all[__p(count)] ?? all.at(-1)).replace(/#|\\{(\\d+)\\}/g, (_, at) => at ? values[at] : formatCount(count));
};`;

/**
 * Marks the texts of the page's modules, and writes each script twice: in English in its place, and with its marks for
 * `make-language.ts`. The development server changes nothing: there `texts.ts` itself returns the English.
 */
export const texts = (): Plugin => {
  let root = '';
  return {
    name: 'texts',
    apply: 'build',
    enforce: 'pre',
    configResolved: (config) => {
      root = config.root;
    },
    transform(code, id) {
      const file = relative(root, id.replace(/\?.*/, ''));
      if (file === 'api/contract/texts.ts') return { code: textsOfPage, map: null };
      if (!/^(?:src|sw|api\/contract)\/.*\.tsx?$/.test(file)) return null;
      const marked = markTexts(file, code);
      return marked === null ? null : { code: marked, map: null };
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const { code, fileName } = chunk;
          this.emitFile({ type: 'asset', fileName: `${markedFolder}/${fileName}`, source: code });
          chunk.code = finishTexts(code, 'en', new Map(), fileName);
        }
      },
    },
  };
};
