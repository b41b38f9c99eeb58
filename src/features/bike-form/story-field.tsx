import { bikeFields } from '#contract/bike-fields.ts';
import { lengthOf } from '#contract/text.ts';
import { Field } from '#src/ui/field.tsx';
import { figure } from '#src/ui/format.ts';
import { TextArea } from '#src/ui/text-area.tsx';
import styles from './bike-form.module.css';
import type { FormFields } from './form-fields.ts';

export function StoryField({ form }: { form: FormFields }) {
  const story = form.text('story');
  return (
    <Field
      className={styles.wide}
      label="What should people know?"
      hint={<span className="figures">{`${figure(lengthOf(story))} of ${figure(bikeFields.story.max)}`}</span>}
      errors={form.errors('story')}
    >
      <TextArea rows={5} value={story} onChange={(event) => form.change({ story: event.target.value })} />
    </Field>
  );
}
