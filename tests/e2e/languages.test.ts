/** @module-tag nightly */
import { chromium } from '#tests/kit/engines/chromium.ts';
import { inEachEngine } from '#tests/kit/engines/engines.ts';
import { languageStory } from '#tests/kit/engines/language-story.ts';

await inEachEngine('two languages', languageStory, [chromium]);
