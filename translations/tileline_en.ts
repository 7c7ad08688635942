<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>Execution</name>
    <message numerus="yes">
        <source>Waits for IPU %1, %Ln time(s)</source>
        <translation>
            <numerusform>Waits for IPU %1, %Ln time</numerusform>
            <numerusform>Waits for IPU %1, %Ln times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Insights</name>
    <message numerus="yes">
        <source>The compiled model does not fit: its fullest tile lacks %1; %Ln tile(s) need more than %2.</source>
        <translation>
            <numerusform>The report does not fit: its fullest tile lacks %1; %Ln tile needs more than %2.</numerusform>
            <numerusform>The report does not fit: its fullest tile lacks %1; %Ln tiles need more than %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MessageText</name>
    <message numerus="yes">
        <source>%Ln tiles exceed their memory, by %1 in all.</source>
        <translation>
            <numerusform>%Ln tile exceeds its memory, by %1 in all.</numerusform>
            <numerusform>%Ln tiles exceed their memory, by %1 in all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Solve</name>
    <message numerus="yes">
        <source>%n IPU(s) would be enough.</source>
        <translation>
            <numerusform>%n IPU would be enough.</numerusform>
            <numerusform>%n IPUs would be enough.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Best plan, on %n IPU(s).</source>
        <translation>
            <numerusform>Best plan, on %n IPU.</numerusform>
            <numerusform>Best plan, on %n IPUs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SummaryText</name>
    <message numerus="yes">
        <source>%Ln categories</source>
        <translation>
            <numerusform>%Ln category</numerusform>
            <numerusform>%Ln categories</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln runs</source>
        <translation>
            <numerusform>%Ln run</numerusform>
            <numerusform>%Ln runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln steps</source>
        <translation>
            <numerusform>%Ln step</numerusform>
            <numerusform>%Ln steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln contexts in use</source>
        <translation>
            <numerusform>%Ln context in use</numerusform>
            <numerusform>%Ln contexts in use</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln shorter phases are not listed.</source>
        <translation>
            <numerusform>%Ln shorter phase is not listed.</numerusform>
            <numerusform>%Ln shorter phases are not listed.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TiedWeights</name>
    <message numerus="yes">
        <source>and %n more weight(s)</source>
        <translation>
            <numerusform>and %n more weight</numerusform>
            <numerusform>and %n more weights</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TileMemoryData</name>
    <message numerus="yes">
        <source>%1; %2 of %Ln tiles over the limit</source>
        <extracomment>%1 is the text about the fullest tile, %2 a number of tiles</extracomment>
        <translation>
            <numerusform>%1; %2 of %Ln tile over the limit</numerusform>
            <numerusform>%1; %2 of %Ln tiles over the limit</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %Ln tiles</source>
        <extracomment>tiles that hold from %1 to %2 bytes</extracomment>
        <translation>
            <numerusform>%1 to %2: %Ln tile</numerusform>
            <numerusform>%1 to %2: %Ln tiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln smaller ones</source>
        <extracomment>small categories of memory that are drawn as one</extracomment>
        <translation>
            <numerusform>%Ln smaller one</numerusform>
            <numerusform>%Ln smaller ones</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Verdict</name>
    <message numerus="yes">
        <source>Use %n IPU(s)</source>
        <translation>
            <numerusform>Use %n IPU</numerusform>
            <numerusform>Use %n IPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Warnings</name>
    <message numerus="yes">
        <source>The parent of %Ln debug context(s) is not in the file.</source>
        <translation>
            <numerusform>The parent of %Ln debug context is not in the file.</numerusform>
            <numerusform>The parents of %Ln debug contexts are not in the file.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The programs of %Ln operation(s) occur in no liveness step.</source>
        <translation>
            <numerusform>Programs of %Ln operation occur in no liveness step.</numerusform>
            <numerusform>Programs of %Ln operations occur in no liveness step.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Inputs of %Ln call(s) come from several layers; the first such call is %1.</source>
        <translation>
            <numerusform>Inputs of %Ln call come from several layers; the first such call is %1.</numerusform>
            <numerusform>Inputs of %Ln calls come from several layers; the first such call is %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same contradiction occurs in %Ln more step(s).</source>
        <translation>
            <numerusform>The same contradiction occurs in %Ln more step.</numerusform>
            <numerusform>The same contradiction occurs in %Ln more steps.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same contradiction occurs on %Ln more tile(s).</source>
        <translation>
            <numerusform>The same contradiction occurs on %Ln more tile.</numerusform>
            <numerusform>The same contradiction occurs on %Ln more tiles.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same goes for %n more layer(s).</source>
        <translation>
            <numerusform>The same goes for %n more layer.</numerusform>
            <numerusform>The same goes for %n more layers.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The same is true of %n more weight(s).</source>
        <translation>
            <numerusform>The same is true of %n more weight.</numerusform>
            <numerusform>The same is true of %n more weights.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::CommunicationPage</name>
    <message numerus="yes">
        <source>A matrix has at most %Ln layers. Choose a layer expression that finds fewer layers (Plan &gt; Layers).</source>
        <translation>
            <numerusform>A matrix has at most %Ln layer. Adapt the layer expression (Plan &gt; Layers).</numerusform>
            <numerusform>A matrix has at most %Ln layers. Choose a layer expression that finds fewer layers (Plan &gt; Layers).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln layers, in bytes</source>
        <extracomment>%1 is &quot;Layer affinity&quot; or &quot;Inter-layer communication&quot;</extracomment>
        <translation>
            <numerusform>%1 of %Ln layer, in bytes</numerusform>
            <numerusform>%1 of %Ln layers, in bytes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::ExecutionPage</name>
    <message numerus="yes">
        <source>%1: %Ln IPU(s)</source>
        <translation>
            <numerusform>%1: %Ln IPU</numerusform>
            <numerusform>%1: %Ln IPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tile(s) at work</source>
        <translation>
            <numerusform>%Ln tile at work</numerusform>
            <numerusform>%Ln tiles at work</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The first %Ln run(s); the command line lists all runs</source>
        <translation>
            <numerusform>The first %Ln run; the command line lists all runs</numerusform>
            <numerusform>The first %Ln runs; the command line lists all runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::Inspector</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::IpuBar</name>
    <message numerus="yes">
        <source>The stash holds %n copies of each stashed variable</source>
        <translation>
            <numerusform>The stash holds %n copy of each stashed variable</numerusform>
            <numerusform>The stash holds %n copies of each stashed variable</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::LayersDialog</name>
    <message numerus="yes">
        <source>%1 of %Ln operations are %2; %3</source>
        <extracomment>%1 is a number, %2 &quot;in 12 layers&quot;, %3 &quot;40 tensors&quot;</extracomment>
        <translation>
            <numerusform>%1 of %Ln operation is %2; %3</numerusform>
            <numerusform>%1 of %Ln operations are %2; %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %Ln layers</source>
        <translation>
            <numerusform>in %Ln layer</numerusform>
            <numerusform>in %Ln layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln tensors</source>
        <translation>
            <numerusform>%Ln tensor</numerusform>
            <numerusform>%Ln tensors</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::LivenessPage</name>
    <message numerus="yes">
        <source>Live variables in %Ln steps, %1</source>
        <translation>
            <numerusform>Live variables in %Ln step, %1</numerusform>
            <numerusform>Live variables in %Ln steps, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::MainWindow</name>
    <message numerus="yes">
        <source>%1 · %2 tiles per IPU · %Ln lowered variables</source>
        <translation>
            <numerusform>%1 · %2 tiles per IPU · %Ln lowered variable</numerusform>
            <numerusform>%1 · %2 tiles per IPU · %Ln lowered variables</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::PeakPage</name>
    <message numerus="yes">
        <source>%1 of %Ln tiles hold at least 95 % of what the fullest tile holds.</source>
        <extracomment>%1 is a number of tiles</extracomment>
        <translation>
            <numerusform>%1 of %Ln tile holds at least 95 % of that amount.</numerusform>
            <numerusform>%1 of %Ln tiles hold at least 95 % of what the fullest tile holds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::PlanFiles</name>
    <message numerus="yes">
        <source>… and %n more.</source>
        <translation>
            <numerusform>… and %n more.</numerusform>
            <numerusform>… and %n more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::ProgramTreePage</name>
    <message numerus="yes">
        <source>%1 of %Ln programs</source>
        <translation>
            <numerusform>%1 of %Ln program</numerusform>
            <numerusform>%1 of %Ln programs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln programs</source>
        <translation>
            <numerusform>%Ln program</numerusform>
            <numerusform>%Ln programs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::TablePanel</name>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation>
            <numerusform>%Ln row</numerusform>
            <numerusform>%Ln rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln rows</source>
        <translation>
            <numerusform>%1 of %Ln row</numerusform>
            <numerusform>%1 of %Ln rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>tileline::TradeOffChart</name>
    <message numerus="yes">
        <source>Best plan for %n IPU(s)</source>
        <translation>
            <numerusform>Best plan for %n IPU</numerusform>
            <numerusform>Best plan for %n IPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n IPU(s): at least %1</source>
        <translation>
            <numerusform>%n IPU: at least %1</numerusform>
            <numerusform>%n IPUs: at least %1</numerusform>
        </translation>
    </message>
</context>
</TS>
